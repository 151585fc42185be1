/** Page numbers worth a link: first, last and those around the current one; `undefined` is a gap. */
export function pageNumbers(page: number, pages: number, around = 1): (number | undefined)[] {
  const wanted = new Set([1, pages])
  for (let n = page - around; n <= page + around; n++) if (n >= 1 && n <= pages) wanted.add(n)
  const out: (number | undefined)[] = []
  let last = 0
  for (const n of [...wanted].sort((a, b) => a - b)) {
    // A gap of one page is that page: dots would take the same room.
    if (n - last === 2) out.push(n - 1)
    else if (n - last > 2) out.push(undefined)
    out.push(n)
    last = n
  }
  return out
}
