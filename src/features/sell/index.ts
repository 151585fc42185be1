export { SellScreen } from './sell-screen.tsx'
export { EditAdScreen } from './edit-ad-screen.tsx'
