import { useEffect } from 'react'
import type { Brand } from '#contract/reference.ts'
import { useBrands } from '#local/react'

/** Loads the brands where they are needed although the panel is closed, and passes them to `onKnown`. */
export function BrandsLoader({ onKnown }: { onKnown: (brands: Brand[]) => void }) {
  const { data } = useBrands()
  useEffect(() => {
    if (data) onKnown(data)
  }, [data, onKnown])
  return null
}
