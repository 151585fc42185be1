/** The product's name as a mark: its second half in the accent colour. */
export function Wordmark({ name }: { name: string }) {
  const shown = name.toLowerCase()
  const cut = Math.ceil(shown.length / 2) + (shown.length % 2 === 0 ? 1 : 0)
  return (
    <span className="font-display text-[1.375rem]/6 font-bold tracking-tight">
      {shown.slice(0, cut)}
      <span className="text-brand">{shown.slice(cut)}</span>
    </span>
  )
}
