import { IconQuote } from '@tabler/icons-react'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Avatar } from '#ui/show/avatar.tsx'

/** Four entries that we wrote, marked as samples until people have written some (R-HOME-22, R-HOME-23). */
const testimonials = [
  {
    name: 'Thandi N.',
    place: 'Durban',
    words:
      'I saved six cars at the taxi rank on the free Wi-Fi and compared them at home without any. The seventh is in my yard now.',
  },
  {
    name: 'Emeka O.',
    place: 'Enugu',
    words:
      'I wrote my ad beside the car, where there is no network at all. When I was back in town it had sent itself, with all ten pictures, once.',
  },
  {
    name: 'Pieter v. d. M.',
    place: 'Bloemfontein',
    words:
      'Every enquiry says about which car and how to call back. I answer over breakfast and sell by Friday.',
  },
  {
    name: 'Aisha B.',
    place: 'Kano',
    words: 'The price, the kilometres, the service book: I knew the car before I met it. It was as it said.',
  },
] as const

export function Testimonials() {
  return (
    <Carousel
      title="Testimonials"
      note="Samples"
      items={testimonials}
      keyOf={({ name }) => name}
      every={6000}
      width="w-[86%] sm:w-[calc((100%-1rem)/2)]"
      focusable
      className="max-sm:laid-when-near max-sm:estimated-h-326"
    >
      {({ name, place, words }) => (
        <figure className="flex h-full flex-col rounded-card bg-surface p-5 shadow-e1">
          <span className="flex items-start justify-between text-brand">
            <Icon of={IconQuote} size={28} />
            <Badge tone="plain">Sample</Badge>
          </span>
          <blockquote className="mt-2 flex-1 text-lg/7 text-ink-2">{words}</blockquote>
          <figcaption className="mt-4 flex items-center gap-3">
            <Avatar name={name} url="" size={44} />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-13 text-ink-3">{place}</span>
            </span>
          </figcaption>
        </figure>
      )}
    </Carousel>
  )
}
