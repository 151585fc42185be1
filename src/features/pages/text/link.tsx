/** A link inside running text. */
export function Link({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="font-medium text-brand underline underline-offset-2">
      {children}
    </a>
  )
}
