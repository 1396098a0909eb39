"""The page that checks a bundle in a browser: one HTML file, written from docs/format.md alone.

joined.py      `check_html`: all of it in one file; `check_script`: the check alone, for another page
check.html     what stands on it         check.css       how it looks
saying.js      a text in the reader’s language; texts_en.js, texts_fr.js, texts_ru.js: all that it says
page.js        a file in, a verdict out
checking.js    the check, part by part   report.js       the verdict
bytes.js       digests                   canonical.js    JSON
zip.js         the bundle                signatures.js   keys, checkpoints, receipts
record.js      lines, chain, openings    entries.js      what stands in an entry
course.js      lines of play             ledger.js       what stands of questions and orders
first.js       protocol 1                second.js       protocol 2
dice.js        real dice of people
faces.js       from a cell to faces      steps.js        the same for a doubter
drawn.js       such a step as it is shown, on this page or another
"""
