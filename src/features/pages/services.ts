import { IconCar, IconMapPin, IconTool } from '@tabler/icons-react'

/** Our services for a car and its driver (R-STAT-02). */
export const services = [
  {
    icon: IconTool,
    title: 'Roadside Assistance',
    text: 'A flat battery, a puncture, an engine that will not wake up: with our mobile app you ask for a mechanic, an electrician or a tow van from where you stand.',
    way: { to: '#app', words: 'See what the app adds' },
  },
  {
    icon: IconCar,
    title: 'Car Listing',
    text: 'Introduce your car with photos, its story and a price. The ad is written on your phone, also without signal, and goes out by itself when there is one. Two cars for sale at a time cost nothing.',
    way: { to: '/post/ad', words: 'Sell a car' },
  },
  {
    icon: IconMapPin,
    title: 'Car Tracking',
    text: 'A tracker in the car and the car on your phone: where it is, where it was, how fast it goes, and the means to stop it.',
    way: { to: '/services?tab=tracking', words: 'Prices and features' },
  },
]
