import { IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Icon } from '../icon.tsx'

interface Props {
  /** Pages below Home, from the top down; the last one is the current page and needs no href. */
  trail: readonly { label: string; href?: string }[]
}

const home: Props['trail'] = [{ label: 'Home', href: '/' }]

/** Shows the path to the current page: Home > Listing. */
export function Breadcrumb({ trail }: Props) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 text-13 text-ink-3">
        {[...home, ...trail].map((step, i) => (
          <Fragment key={step.label}>
            {i > 0 && (
              <li aria-hidden>
                <Icon of={IconChevronRight} size={14} />
              </li>
            )}
            <li className="min-w-0 truncate not-last:shrink-0">
              {step.href === undefined ? (
                <span aria-current="page" className="text-ink-2">
                  {step.label}
                </span>
              ) : (
                <a
                  href={step.href}
                  className="-m-1 -my-2.5 inline-flex min-h-11 items-center px-1 hover:text-ink hover:underline"
                >
                  {step.label}
                </a>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
