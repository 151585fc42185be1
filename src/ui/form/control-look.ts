/** How every text-like control looks; 16 px text, so that phones do not zoom into it. */
export const controlLook =
  'w-full min-h-12 rounded-input border border-control bg-surface px-3.5 text-lg text-ink transition hover:border-ink-3 aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-50'
