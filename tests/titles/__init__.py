"""What every title keeps, without a line of title code."""
