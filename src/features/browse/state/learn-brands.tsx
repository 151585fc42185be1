import { useEffect } from 'react'
import type { Brand } from '#contract/reference.ts'
import { useBrands } from '#local/react'

/** Fetches the brands where they are needed although the panel is closed, and hands them up. */
export function LearnBrands({ onKnown }: { onKnown: (brands: Brand[]) => void }) {
  const { data } = useBrands()
  useEffect(() => {
    if (data) onKnown(data)
  }, [data, onKnown])
  return null
}
