/** An article of the demo: own words about cars as they are bought, sold and kept here. */
export interface DemoArticle {
  title: string
  /** Key of a drawn picture. */
  picture: string
  html: string
}
