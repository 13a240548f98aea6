// Reads facts about a page's threads from a Chromium trace: the work of the main thread in each frame, by kind, and the
// longest tasks of it and of the workers.
// Must not know the page.

/** A task longer than this delays a reader, in milliseconds. */
export const LONG_MS = 50;
/** The required trace categories. */
export const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"];
/**
 * A frame at 60 per second, in microseconds. Work is counted in such periods, because a page that draws nothing has no
 * frames.
 */
const FRAME_US = 1_000_000 / 60;

/** The kind of work of each event. An event that is not listed counts for the event around it. */
const KINDS = [
  ["collecting", /^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/],
  ["script", /^(FunctionCall|EvaluateScript|EventDispatch|FireAnimationFrame|TimerFire|RunMicrotasks|v8\.|V8\.)/],
  ["style", /^(UpdateLayoutTree|ScheduleStyleRecalculation|ParseAuthorStyleSheet)$/],
  ["layout", /^(Layout|IntersectionObserverController::computeIntersections|ResizeObserver.*|UpdateLayerTree)$/],
  ["paint", /^(PrePaint|Paint|PaintImage|Layerize|Commit|CompositeLayers|UpdateLayer)$/],
];

const kindOf = (name) => KINDS.find(([, pattern]) => pattern.test(name))?.[0];

/** The time of each event without the events inside it, summed by kind. */
function byKind(events) {
  const sums = {};
  const open = [];
  const close = (until) => {
    while (open.length > 0 && open.at(-1).end <= until) {
      const { kind, dur, inner } = open.pop();
      sums[kind] = (sums[kind] ?? 0) + (dur - inner) / 1_000;
      if (open.length > 0) open.at(-1).inner += dur;
    }
  };
  for (const { name, ts, dur } of events) {
    close(ts);
    open.push({ kind: kindOf(name) ?? open.at(-1)?.kind ?? "other", end: ts + dur, dur, inner: 0 });
  }
  close(Infinity);
  return sums;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The longest task of the page's workers in the trace, in milliseconds. */
export function longest(events) {
  const isWorker = ({ name, args }) => name === "thread_name" && args?.name?.startsWith("DedicatedWorker");
  const workers = new Set(events.filter(isWorker).map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = events.filter(({ name, pid, tid, dur }) => name.endsWith("RunTask") && dur && workers.has(`${pid}/${tid}`));
  return Math.max(0, ...tasks.map(({ dur }) => dur / 1_000));
}

/** The work of the page's main thread in the trace, in milliseconds. */
export function costs(events) {
  const main = events.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain");
  const weight = ({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid).length;
  const { pid, tid } = main.sort((a, b) => weight(b) - weight(a))[0];
  const mine = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X" && event.dur !== undefined);
  mine.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = mine.filter((event) => event.name === "RunTask");
  const from = Math.min(...tasks.map((task) => task.ts));
  const until = Math.max(...tasks.map((task) => task.ts));
  const frames = Array.from({ length: Math.ceil((until - from) / FRAME_US) + 1 }, () => 0);
  const busy = frames.slice();
  for (const task of tasks) {
    const frame = Math.floor((task.ts - from) / FRAME_US);
    frames[frame] += task.dur / 1_000;
    busy[frame] += (task.tdur ?? task.dur) / 1_000;
  }
  frames.sort((a, b) => a - b);
  busy.sort((a, b) => a - b);
  const took = tasks.map((task) => task.dur / 1_000);
  return {
    frames: frames.length,
    median: at(frames, 0.5),
    p95: at(frames, 0.95),
    busy: at(busy, 0.95),
    longest: Math.max(0, ...took),
    long: took.filter((took) => took > LONG_MS).length,
    kinds: byKind(mine),
  };
}

/** The costs on one line. */
export function say({ frames, median, p95, busy, longest, long, kinds }) {
  const parts = Object.entries(kinds).sort((a, b) => b[1] - a[1]).map(([kind, took]) => `${kind} ${took.toFixed(0)}`);
  return (
    `${frames} frames, ${median.toFixed(1)} ms median, ${p95.toFixed(1)} ms p95 (${busy.toFixed(1)} of the processor); ` +
    `longest task ${longest.toFixed(0)} ms, ${long} over ${LONG_MS} ms; in all, in ms: ${parts.join(", ")}`
  );
}
