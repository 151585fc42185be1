export { useChatStart } from './contact/chat-start.tsx'
export { CarPage } from './car-page.tsx'
export { CarLoading, CarMissing } from './car-states.tsx'
