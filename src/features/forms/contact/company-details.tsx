import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Icon } from '#ui/icon.tsx'

const row = 'flex min-h-11 items-center gap-3'
const link = `${row} font-medium text-brand hover:underline`

/** Where the company is and how else it is reached, from the site settings (R-NAV-45). */
export function CompanyDetails() {
  const { name, address, email, phone, social } = useSiteSettings()
  return (
    <aside aria-labelledby="company" className="mt-8 rounded-card bg-sunken p-6 lg:mt-6 lg:self-start">
      <h2 id="company" className="text-xl font-bold">
        {name}
      </h2>
      <address className="mt-3 not-italic">
        {address && (
          <p className={row}>
            <Icon of={IconMapPin} className="text-ink-3" />
            {address}
          </p>
        )}
        {email && (
          <a href={`mailto:${email}`} className={link}>
            <Icon of={IconMail} />
            <span className="wrap-anywhere">{email}</span>
          </a>
        )}
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={link}>
            <Icon of={IconPhone} />
            {phone}
          </a>
        )}
      </address>
      {social.length > 0 && (
        <ul aria-label="Follow us" className="mt-2 flex flex-wrap gap-x-5 border-t border-line pt-2">
          {social.map((network) => (
            <li key={network.name}>
              <a href={network.url} rel="noopener" target="_blank" className={`${link} min-w-11`}>
                {network.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
