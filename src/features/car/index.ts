export { useChatStart } from './contact/chat-start.tsx'
export { CarView } from './car-view.tsx'
export { CarLoading, CarMissing } from './car-states.tsx'
