import type { Recipe } from '../vocabulary.ts'
import { drawDashboard } from './dashboard.ts'
import { drawFace } from './front.ts'
import { drawSide, drawWheel } from './side.ts'

/** The recipe as an SVG document, 4:3, `width` pixels wide. */
export function drawRecipe(recipe: Recipe, width: number): string {
  switch (recipe.view) {
    case 'side':
    case 'flip':
      return drawSide(recipe, recipe.view === 'flip', width)
    case 'wheel':
      return drawWheel(recipe, width)
    case 'front':
    case 'rear':
      return drawFace(recipe, recipe.view === 'rear', width)
    case 'dash':
      return drawDashboard(recipe, width)
  }
}
