import { IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { playerHost, type Video } from '#contract/blogs.ts'
import { useConnection, useVideos } from '#local/react'
import { CarPicture } from '#parts/car-picture.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'

const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'
/** Number of videos to show until the person requests all. */
const few = 6

/** Shows the channel's videos below the articles (R-BLOG-05); nothing without videos or without a connection (R-BLOG-06). */
export function Videos() {
  const { data = [] } = useVideos()
  const offline = useConnection().state === 'offline'
  const [playing, setPlaying] = useState<string>()
  const [all, setAll] = useState(false)
  // A short loss of the connection must not remove a playing video.
  if (data.length === 0 || (offline && playing === undefined)) return null
  return (
    <Section title="Videos" look="mb-4 text-2xl font-bold" className="mt-12">
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {(all ? data : data.slice(0, few)).map((video) => (
          <li key={video._id} className="overflow-hidden rounded-card bg-surface shadow-e1">
            {playing === video._id ? (
              <Player video={video} />
            ) : (
              <Poster video={video} onPlay={() => setPlaying(video._id)} />
            )}
            <h3 className="line-clamp-2 min-h-11 px-4 pt-3 pb-4 text-base font-semibold">{video.title}</h3>
          </li>
        ))}
      </ul>
      {!all && data.length > few && (
        <div className="mt-6 text-center">
          <Button look="outline" onClick={() => setAll(true)}>
            Show all {data.length} videos
          </Button>
        </div>
      )}
    </Section>
  )
}

function Poster({ video, onPlay }: { video: Video; onPlay: () => void }) {
  const picture = video.poster === '' ? undefined : { url: video.poster, blur: video.blur, alt: '' }
  return (
    <button
      type="button"
      aria-label={`Play the video: ${video.title}`}
      onClick={onPlay}
      className="group relative block aspect-video w-full cursor-pointer overflow-hidden bg-sunken"
    >
      {picture ? (
        <CarPicture picture={picture} sizes={sizes} alt="" className="aspect-video!" />
      ) : (
        <Icon of={IconVideo} size={56} className="absolute inset-0 m-auto text-ink-3" />
      )}
      <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-pill bg-black/70 text-white transition group-hover:scale-105 group-hover:bg-black/85 group-active:scale-95">
        <Icon of={IconPlayerPlayFilled} size={28} />
      </span>
    </button>
  )
}

/** Embeds the platform's player, which loads on a tap and never before. */
function Player({ video: { _id, title } }: { video: Video }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    frame.current?.focus()
    // The policy of a page that was cached before the site had videos blocks the player.
    const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (blockedURI.startsWith(playerHost)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])
  if (blocked)
    return (
      <div className="grid aspect-video place-items-center bg-sunken">
        <Button look="outline" href={`https://www.youtube.com/watch?v=${_id}`} target="_blank" rel="noopener">
          Watch on YouTube
        </Button>
      </div>
    )
  return (
    <iframe
      ref={frame}
      src={`${playerHost}/embed/${_id}?autoplay=1&rel=0`}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block aspect-video w-full border-0 bg-black"
    />
  )
}
