import { IconAlertTriangle } from '@tabler/icons-react'
import type { AppError } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Import } from './use-import.ts'

const comeIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** Why the last step came to nothing, and what can be done. */
export function Trouble({ error, offline, table }: { error: AppError; offline: boolean; table: Import }) {
  return (
    <div
      // The button that failed may be a window further down.
      ref={comeIntoView}
      role="alert"
      className="mt-5 flex scroll-mt-20 gap-3 rounded-grid bg-danger-tint p-4 text-danger"
    >
      <Icon of={IconAlertTriangle} size={24} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{error.message}</p>
        {error.code === 'forbidden' && (
          <Button look="outline" size="sm" className="mt-3" href="/profile?tab=profile&view=company">
            Edit company
          </Button>
        )}
        {error.code === 'gone' && (
          <Button
            look="outline"
            size="sm"
            className="mt-3"
            disabled={offline}
            onClick={() => (table.file ? void table.again() : table.forget())}
          >
            {table.file ? 'Send it again' : 'Choose a file'}
          </Button>
        )}
      </div>
    </div>
  )
}
