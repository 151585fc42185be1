import { tradeName } from '#contract/heads/dealer-head.ts'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { VerifiedPill } from '../verified-pill.tsx'

/** Full name and business name, the one they trade under in large (R-DEAL-16). */
export function DealerHeading({ dealer }: { dealer: DealerProfile }) {
  const { fullname, businessname, city } = dealer
  return (
    <header>
      <h1 className="font-bold">
        {businessname !== '' && (
          <>
            <span className="block font-sans text-sm font-medium tracking-normal text-ink-2">
              {fullname}
            </span>{' '}
          </>
        )}
        <span className="block text-3xl text-balance wrap-anywhere">{tradeName(dealer)}</span>
      </h1>
      <p className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        {city !== '' && <span>{city}</span>}
        {dealer.verified && (
          <>
            <VerifiedPill />
            <span className="text-13 text-ink-3">Plan and proof of the dealership checked</span>
          </>
        )}
      </p>
    </header>
  )
}
