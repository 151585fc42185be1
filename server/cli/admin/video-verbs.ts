import { blogLimits } from '#contract/blogs.ts'
import { cleanLine } from '#contract/parts.ts'
import { videoIdIn } from '../../blogs/videos/video-id.ts'
import { dropVideo, showVideo } from '../../admin/articles/article-actions.ts'
import { fromShell } from '../../admin/audit.ts'
import { everyVideo } from '../../blogs/videos/videos-store.ts'
import { Misused, type Verb } from './verb.ts'

function idOf(text = ''): string {
  const id = videoIdIn(text)
  if (id === undefined) throw new Misused(`"${text}" is no YouTube address and no id of 11 characters.`)
  return id
}

/** Videos below the articles, for an operator without a channel (R-BLOG-05). */
export const videoVerbs: readonly Verb[] = [
  {
    name: 'add-video',
    takes: '<YouTube address or id> "<title>"',
    does: 'shows a video below the articles; the server fetches its picture while it runs',
    async run(deps, [address, ...words]) {
      const id = idOf(address)
      const title = cleanLine(words.join(' ')).trim()
      if (title === '' || title.length > blogLimits.title)
        throw new Misused(`A title of 1 to ${blogLimits.title} characters must follow.`)
      await deps.db.tx((sql) => showVideo(sql, deps, fromShell, { address: id, title }))
      return [`Added ${id}: ${title}`]
    },
  },
  {
    name: 'list-videos',
    takes: '',
    does: 'every video, where it comes from and whether its picture is there',
    async run({ db }) {
      const all = await everyVideo(db)
      if (all.length === 0) return ['There are no videos.']
      return all.map(
        (v) =>
          `${v.id}  ${v.source.padEnd(8)}  ${v.poster !== '' ? 'picture' : 'no picture'.padEnd(7)}  ${v.title}`,
      )
    },
  },
  {
    name: 'remove-video',
    takes: '<YouTube address or id>',
    does: "takes a video away; one of the channel comes back with the channel's next list",
    async run(deps, [address]) {
      const id = idOf(address)
      if (!(await everyVideo(deps.db)).some((video) => video.id === id))
        throw new Misused(`There is no video ${id}.`)
      await deps.db.tx((sql) => dropVideo(sql, deps, fromShell, { id }))
      return [`Removed ${id}.`]
    },
  },
]
