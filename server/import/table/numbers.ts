/**
 * Digits with the groups and the fraction that their signs make, in any country's writing; undefined when they may make
 * more than one number. `scale` is what a word behind them multiplies by.
 */
export function parseNumber(written: string, scale: number | undefined): number | undefined {
  if (/^\d+$/.test(written)) return Number(written)
  const groups = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:([.,])(\d{1,2}))?$/.exec(written)
  if (groups && groups[1] !== groups[2]) {
    const [, group = '', sign, cents] = groups
    const single = written.split(group).length === 2 && sign === undefined
    // "1.500m" is one and a half; "1,500k" may be that, too.
    if (scale !== undefined && single && /[.,]/.test(group)) {
      return scale === 1000 ? undefined : Number(written.replace(',', '.'))
    }
    const whole = cents === undefined ? written : written.slice(0, -cents.length - 1)
    return whole.startsWith('0') ? undefined : Number(`${whole.replaceAll(group, '')}.${cents ?? ''}`)
  }
  const [, whole = '', fraction = ''] = /^(\d+)[.,](\d+)$/.exec(written) ?? []
  if (whole === '') return undefined
  const value = Number(`${whole}.${fraction}`)
  if (scale !== undefined) return value
  // "1500.000" may have lost a point, and "2.8" its million.
  if (fraction.length === 3) return undefined
  return value >= 1000 || (value >= 100 && Number.isInteger(value)) ? value : undefined
}
