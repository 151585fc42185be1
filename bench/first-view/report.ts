/** Tables of medians, ranges and ratios. */

export const median = (list: readonly number[]): number => {
  const sorted = [...list].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[sorted.length % 2 === 1 ? middle : middle - 1],
    sorted[middle],
  ]
  return (low + high) / 2
}

export type Show = (n: number) => string
export const whole: Show = (n) => Math.round(n).toLocaleString('en')
export const kb: Show = (n) => (n / 1024).toFixed(1)
export const shift: Show = (n) => n.toFixed(4)

/** Returns the median and, for several values, the range. */
export function figure(list: readonly number[], show: Show = whole): string {
  if (list.length === 0) return '–'
  const middle = show(median(list))
  return list.length === 1 ? middle : `${middle} [${show(Math.min(...list))}–${show(Math.max(...list))}]`
}

/** Returns the ratio of the medians, with a verdict when a goal is given; empty without comparable values. */
export function ratio(ours: readonly number[], floor: readonly number[], goal: number | undefined): string {
  const times = median(ours) / median(floor)
  if (!Number.isFinite(times)) return ''
  const verdict = goal === undefined ? '' : times <= goal ? ' ok' : ' over'
  return `${times.toFixed(2)} x${verdict}`
}

export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  console.log(`\n${title}`)
  for (const row of [head, ...rows]) console.log(line(row).trimEnd())
}
