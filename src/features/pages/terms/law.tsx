import type { HomeLaw } from '../text/home-law.ts'
import { Link } from '../text/link.tsx'
import type { TextSection } from '../text/long-text.tsx'

/** What follows it (R-STAT-15). */
export const lawOf = (home: HomeLaw): readonly TextSection[] => [
  {
    id: 'prices-and-facts',
    title: 'Prices and facts',
    body: (
      <p>
        What an ad says comes from its seller. Comparisons and monthly amounts are worked out from stated
        facts to give you an idea; they are no offer and no valuation. Without signal you see cars as they
        were when your phone last heard of them, and the app says when that was.
      </p>
    ),
  },
  {
    id: 'advertising',
    title: 'Advertising',
    body: (
      <p>
        There are no third-party banner ads. What is put forward, by us or by a dealer who pays for it, is
        marked “Featured” wherever it stands.
      </p>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    body: (
      <p>
        Selling stolen cars or cars that are not yours, posing as somebody else, collecting other people’s
        numbers, copying the listings by machine, and anything that disturbs the service or breaks the law.
        Whoever does so loses the account, and we may report it.
      </p>
    ),
  },
  {
    id: 'our-part',
    title: 'What we answer for',
    body: (
      <p>
        We run Motorkin with care, but cannot promise that it is never interrupted, or that an ad is true. We
        answer for damage that we cause on purpose or by gross carelessness. Rights that a law gives you and
        no contract can take away, such as those of the {home.consumerAct}, stay yours.
      </p>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    body: (
      <p>
        You may stop at any time: <Link to="/privacy#delete-your-account">account deletion</Link> is done in
        the app and takes effect at once. Where we have to close an account, we say why, unless the law
        forbids it.
      </p>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: (
      <p>
        These terms are <b>governed by {home.adjective} law</b>, wherever you use Motorkin. Disputes that we
        cannot settle between us go to the courts of {home.country}, unless the law of your home gives you, as
        a consumer, the right to another court.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        When these terms change in a way that matters to you, we tell you by e-mail before it counts; the date
        above changes too. How we treat your data is told under <Link to="/privacy">Privacy</Link>, quick
        answers are among the <Link to="/faqs">FAQs</Link>, and our address stands at the foot of each page
        for the rest.
      </p>
    ),
  },
]
