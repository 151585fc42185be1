import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandX,
  IconBrandYoutube,
  IconLink,
  IconMail,
  IconMapPin,
  IconPhone,
} from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Wordmark } from './header.tsx'

const brands = new Map<string, IconShape>(
  Object.entries({
    facebook: IconBrandFacebook,
    instagram: IconBrandInstagram,
    linkedin: IconBrandLinkedin,
    x: IconBrandX,
    twitter: IconBrandX,
    youtube: IconBrandYoutube,
  }),
)
const pages = [
  { label: 'Dealers', href: '/dealers' },
  { label: 'Services', href: '/services' },
  { label: 'About', href: '/about' },
  { label: 'FAQs', href: '/faqs' },
  { label: 'Contact', href: '/contact' },
  { label: 'Terms', href: '/terms' },
  { label: 'Privacy', href: '/privacy' },
]
const row = 'inline-flex min-h-11 min-w-11 items-center gap-2.5 hover:text-ink hover:underline'

/** Shows address, e-mail, phone, social links and app stores, all from the site settings (R-NAV-44, R-NAV-45). */
export function Footer() {
  const { name, tagline, address, email, phone, social, stores } = useSiteSettings()
  const apps = [
    { label: 'Android app', href: stores.android, icon: IconBrandAndroid },
    { label: 'iOS app', href: stores.ios, icon: IconBrandApple },
  ].filter((app) => app.href)
  return (
    <footer className="yields-to-wizard yields-to-full-window laid-when-near mt-16 estimated-h-664 sm:estimated-h-416 lg:estimated-h-256 border-t border-line bg-sunken text-sm text-ink-2">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Wordmark name={name} />
          <p className="mt-1 text-ink-3">{tagline}</p>
        </div>
        <address className="flex flex-col items-start not-italic">
          {address && (
            <span className={row.replace(' hover:underline', '')}>
              <Icon of={IconMapPin} size={18} />
              {address}
            </span>
          )}
          {email && (
            <a className={row} href={`mailto:${email}`}>
              <Icon of={IconMail} size={18} />
              {email}
            </a>
          )}
          {phone && (
            <a className={row} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              <Icon of={IconPhone} size={18} />
              {phone}
            </a>
          )}
        </address>
        <nav aria-label="Footer">
          <ul className="grid grid-cols-2">
            {pages.map((page) => (
              <li key={page.href}>
                <a className={row} href={page.href}>
                  {page.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {social.length > 0 && (
            <ul aria-label="Social media" className="-ml-2.5 flex flex-wrap">
              {social.map(({ name: network, url }) => (
                <li key={network}>
                  <a
                    href={url}
                    rel="noopener noreferrer"
                    target="_blank"
                    aria-label={network}
                    className="inline-flex size-11 items-center justify-center rounded-pill hover:bg-surface hover:text-ink"
                  >
                    <Icon of={brands.get(network.toLowerCase()) ?? IconLink} size={22} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          <ul>
            {apps.map(({ label, href, icon }) => (
              <li key={label}>
                <a href={href} rel="noopener noreferrer" target="_blank" className={row}>
                  <Icon of={icon} size={18} />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
