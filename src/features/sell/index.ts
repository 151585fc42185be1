export { SellScreen } from './sell-screen.tsx'
export { EditAdScreen } from './edit/edit-ad-screen.tsx'
