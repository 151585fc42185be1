import {
  IconBrandFacebookFilled,
  IconBrandLinkedinFilled,
  IconBrandWhatsappFilled,
  IconBrandXFilled,
} from '@tabler/icons-react'
import { useOrigin } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'

const networks = [
  {
    name: 'Facebook',
    icon: IconBrandFacebookFilled,
    address: (url: string) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  },
  {
    name: 'X',
    icon: IconBrandXFilled,
    address: (url: string, text: string) => `https://x.com/intent/post?${new URLSearchParams({ text, url })}`,
  },
  {
    name: 'LinkedIn',
    icon: IconBrandLinkedinFilled,
    address: (url: string) =>
      `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
  },
  {
    name: 'WhatsApp',
    icon: IconBrandWhatsappFilled,
    address: (url: string, text: string) =>
      `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`,
  },
]

/** Four networks (R-BLOG-10, R-BLOG-11) as plain links: they hear of a reader only when one is followed. */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  const url = useOrigin() + path
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-sm font-semibold text-ink-2">Share this article</h2>
      <ul className="flex gap-2">
        {networks.map(({ name, icon, address }) => (
          <li key={name}>
            <IconButton
              icon={icon}
              label={`Share on ${name}`}
              look="tint"
              href={address(url, title)}
              target="_blank"
              rel="noopener noreferrer"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
