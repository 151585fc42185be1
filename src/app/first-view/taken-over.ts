/** Event of the window: the app has taken a drawn page over, and answers from now on. */
export const takenOver = 'motorkin-taken-over'
