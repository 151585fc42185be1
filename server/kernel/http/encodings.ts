/** The encodings a caller takes; a quality of 0 says no. */
export function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  return new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, quality]) => !/^q\s*=\s*0(\.0*)?$/.test(quality ?? ''))
      .map(([name = '']) => name),
  )
}
