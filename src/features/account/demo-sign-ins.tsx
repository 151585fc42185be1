/** The accounts that come with the demo data; printed at start as well. */
const accounts = [
  { role: 'Buyer', email: 'buyer@motorkin.test' },
  { role: 'Seller', email: 'seller@motorkin.test' },
  { role: 'Dealer', email: 'dealer@motorkin.test' },
  { role: 'Admin', email: 'admin@motorkin.test' },
] as const
const password = 'motorkin-demo'

interface Props {
  disabled: boolean
  onPick: (credentials: { email: string; password: string }) => void
}

/** One tap signs in; only where the server says that this is a demo. */
export function DemoSignIns({ disabled, onPick }: Props) {
  return (
    <section aria-labelledby="demo" className="mt-6 rounded-card bg-sunken p-4">
      <h2 id="demo" className="text-lg font-semibold">
        Demo sign-ins
      </h2>
      <p className="mt-0.5 text-13 text-ink-2">
        Password for all of them: <code className="font-medium">{password}</code>
      </p>
      <ul className="mt-2">
        {accounts.map(({ role, email }) => (
          <li key={email}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick({ email, password })}
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-chip text-sm font-medium text-brand hover:underline disabled:opacity-45"
            >
              {role}
              <span className="truncate font-normal text-ink-3">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
