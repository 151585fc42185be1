import { IconMapPin } from '@tabler/icons-react'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { Icon } from '#ui/icon.tsx'
import { mapLink } from './words.ts'

/** Where they are, with the way there for a business; where a private person lives is told to nobody. */
export function DealerAddress({ dealer: { businessAddress, city } }: { dealer: DealerProfile }) {
  const place = businessAddress || city
  if (place === '') return null
  return (
    <p className="flex gap-2.5 text-sm">
      <Icon of={IconMapPin} className="text-ink-3" />
      <span className="min-w-0">
        <span className="wrap-anywhere">{place}</span>
        {businessAddress !== '' && (
          <a
            href={mapLink(businessAddress, city)}
            target="_blank"
            rel="noopener noreferrer"
            className="-my-1 flex min-h-11 items-center font-semibold text-brand hover:underline"
          >
            Show on a map
          </a>
        )}
      </span>
    </p>
  )
}
