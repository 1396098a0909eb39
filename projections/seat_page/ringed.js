// ---- the board of this page: what may be picked now is ringed on it, and what is tapped beside the rings says why not

const table = tableBoard($("frame"), { pick, asks: tapped, points: (said) => { $("points").textContent = said; } }, upright);

const isNarrow = () => table.kind() === "narrow"; // of two boards only the one that is shown is told

upright.addEventListener("change", () => { // the other board is shown from now on: what was told of the first is asked again
  pastFrames = null;
  if (looking !== null) look(looking);
  else if (picks.length && step) go(picks, "keep");
});

const saysOf = (value) => [value.label || value.says, value.note, value.may === "possible" && step?.field && words.possible].filter(Boolean).join(", ");
const isOpen = (value) => value.on === true || (!value.why && value.may !== "");
const liveNow = () => (isComposing() && !typedLines && !playing ? (step.values || []).filter(isOpen) : []);

function ringed() { // the boxes of what may be picked
  const values = liveNow().map((value) => ({ ...value, why: "", label: saysOf(value), note: "" }));
  const badges = values.flatMap((value) => badgeOf(value).map((says) => ({ at: value.at?.[0], says })));
  const boxes = table.rings({ ask: step?.ask || data.asked, values, badges, ways: isComposing() ? step.ways || [] : [], pale: values.length > 2 && !values.some((value) => value.hex), keep: [] });
  return boxes || [];
}

function badgeOf(value) { // how many, or that it is chosen
  if (typeof value.on === "number") return value.on ? [`+${value.on}`] : [];
  return value.on ? ["✓"] : [];
}

async function tapped(id, hex) {
  if (!isComposing() || typedLines) return undefined;
  const shut = step.shut?.[hex || id] || (step.values || []).find((value) => value.why && (hex ? value.hex === hex : value.at?.includes(id)))?.why;
  if (shut) return refuse(shut);
  if (!(step.values || []).some((value) => value.at?.length || value.hex)) return undefined;
  const told = await asksOf(picks, { why: hex || id }).catch(() => ({}));
  return told.because && refuse(told.because);
}

$("larger").addEventListener("click", () => table.zoomBy(1.4));
$("smaller").addEventListener("click", () => table.zoomBy(1 / 1.4));
