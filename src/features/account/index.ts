export { LoginScreen } from './login-screen.tsx'
export { ProfileScreen } from './profile-screen.tsx'
