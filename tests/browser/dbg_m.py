import tests.browser.sitting as S
old=S.Sitter.still
def still(self, is_so):
    try: return old(self,is_so)
    except TimeoutError:
        print("DBG", self.page.evaluate("JSON.stringify({answer, busy, settling, going, phase, playing, absent: data.absent, open: sessionStorage.getItem(OPEN), pend: sessionStorage.getItem(PENDING)})"))
        raise
S.Sitter.still=still
