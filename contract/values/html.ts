/** How much layout a text that people write may have, so that every phone can draw it. */
export const htmlLimits = {
  /** Elements inside one another; what is deeper keeps its words and loses its layout. */
  depth: 20,
  /** Tags of one text. */
  tags: 4000,
} as const

/** Tags that open or close something; reads the text once, whatever it holds. */
export const hasTooManyTags = (html: string): boolean =>
  html.split(/<(?=[a-z/!])/i, htmlLimits.tags + 2).length > htmlLimits.tags + 1

/** Begin a line of their own; where such an element is flattened a line break keeps its words apart. */
export const isBlock = (name: string): boolean => /^(?:p|div|ul|ol|li|h[1-6]|blockquote|tr)$/.test(name)
