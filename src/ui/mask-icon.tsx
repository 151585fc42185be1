interface Props {
  of: 'fuel' | 'gauge' | 'gearbox' | 'pin'
  className?: string
}

/** An icon of 16 px in the colour of the text around it, as one element: for what a page repeats many times. */
export function MaskIcon({ of, className = '' }: Props) {
  return <span aria-hidden className={`mask-icon mask-${of} ${className}`} />
}
