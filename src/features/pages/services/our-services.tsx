import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '../text/link.tsx'
import { services } from './services.ts'

const inTheApp = [
  'Owner-to-owner chat by car plate number: write to the owner of a car you only know by its plate.',
  'Roadside and technical assistance: a mechanic, an electrician or a tow van.',
  'Stolen-car reporting, from your phone.',
  'A vehicle tracking service, the one described under Car Tracking.',
]

/** R-STAT-02, and what the mobile app does beside this site (R-STAT-07, R-STAT-08). */
export function OurServices() {
  const { android, ios } = useSiteSettings().stores
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-3">
        {services.map(({ icon, title, text, way }) => (
          <li key={title} className="flex flex-col rounded-card bg-surface p-5 shadow-e1">
            <span className="inline-flex size-12 items-center justify-center rounded-pill bg-brand-tint text-brand">
              <Icon of={icon} size={26} />
            </span>
            <h2 className="mt-4 text-xl font-bold">{title}</h2>
            <p className="mt-2 flex-1 text-ink-2">{text}</p>
            <p className="mt-4">
              <Link to={way.to}>{way.words}</Link>
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="app" className="mt-10 max-w-text">
        <h2 id="app" className="text-xl font-bold">
          What the mobile app adds
        </h2>
        <p className="mt-2 text-ink-2">
          Buying, selling and asking work here, in your browser. The app from the store adds what needs a car
          on the road:
        </p>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-ink-2">
          {inTheApp.map((what) => (
            <li key={what} className="pl-1">
              {what}
            </li>
          ))}
        </ul>
        {(android !== '' || ios !== '') && (
          <p className="mt-5 flex flex-wrap gap-3 print:hidden">
            {android !== '' && (
              <Button href={android} look="outline" icon={IconBrandAndroid}>
                Android app
              </Button>
            )}
            {ios !== '' && (
              <Button href={ios} look="outline" icon={IconBrandApple}>
                iOS app
              </Button>
            )}
          </p>
        )}
      </section>
    </>
  )
}
