import { useBlogs } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { BlogCard, BlogCardSkeleton } from './blog-card.tsx'

const places = ['a', 'b', 'c']

/** Shows the newest articles in a row, from the cached list on this phone (R-HOME-21). */
export function LatestBlogs({ width }: { width: string }) {
  const { data, status } = useBlogs(1)
  if (data === undefined && status === 'failed') return null
  if (data?.data.length === 0) return null
  return (
    <div aria-busy={data === undefined}>
      {data === undefined ? (
        <Carousel title="Latest Blogs" items={places} keyOf={(key) => key} width={width}>
          {() => <BlogCardSkeleton />}
        </Carousel>
      ) : (
        <Carousel title="Latest Blogs" items={data.data} keyOf={({ _id }) => _id} width={width}>
          {(blog) => <BlogCard blog={blog} first={false} heading="h3" />}
        </Carousel>
      )}
      <Button href="/blog" look="outline" size="sm" className="-mt-2">
        Read more articles
      </Button>
    </div>
  )
}
