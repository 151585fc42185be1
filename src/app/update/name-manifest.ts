/**
 * Names the web manifest (R-PWA-20) once the first view is there: a browser reads it and its icon at once, and both
 * would compete with the first listing for a thin connection.
 */
export function nameManifest(head: HTMLHeadElement): void {
  if (head.querySelector('link[rel=manifest]')) return
  const link = head.ownerDocument.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  head.append(link)
}
