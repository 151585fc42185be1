import { IconCloudOff } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'
import type { Import } from './use-import.ts'
import { isBusy } from './words.ts'

/** Importing is nothing for the outbox: a table is checked while somebody looks on. */
export function OfflineNote({ table: { file, job } }: { table: Import }) {
  return (
    <p className="mt-5 flex gap-2.5 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
      <Icon of={IconCloudOff} />
      <span>
        Importing needs a connection.
        {file && ` ${file.name} stays chosen.`}
        {isBusy(job) && ' What has arrived is being read meanwhile.'}
      </span>
    </p>
  )
}
