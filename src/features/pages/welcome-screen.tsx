import { Button } from '#ui/button.tsx'

/** A short honest welcome with the way to the cars. */
export function WelcomeScreen() {
  return (
    <div className="mx-auto max-w-page px-4 py-12">
      <h1 className="max-w-[16ch] text-4xl font-bold tracking-tight">Meet a car with character</h1>
      <p className="mt-4 max-w-text text-lg text-ink-2">
        Used and new cars across South Africa and Nigeria. Browse, save and say hello, also where the signal
        ends.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button href="/listings">Browse cars</Button>
        <Button href="/saved" look="outline">
          Saved cars
        </Button>
      </div>
    </div>
  )
}
