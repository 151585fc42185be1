/** Renders the parameters of an address as hidden fields: a form that the browser submits drops the query of its action. */
export function AddressFields({ href }: { href: string }) {
  return [...new URL(href, 'https://host').searchParams].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
