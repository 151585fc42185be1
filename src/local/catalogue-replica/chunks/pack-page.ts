import { tagCodes } from '#catalogue'
import { featuresAt } from '#contract/sync/feature-bits.ts'
import { longCreator, longTitle, type ReadColumns } from '#contract/sync/feed-pack.ts'
import { restOf, words, type Lines, type PackedCar } from './pack.ts'

/**
 * A page of the feed as a chunk, from columns to columns and with the page's own lists of words: making twenty thousand
 * cards and taking them apart again costs many times what writing them does. The same cars as `packCards` of what is
 * unpacked.
 */
export function packPage({ dict, columns: c, ids, created }: ReadColumns): PackedCar {
  const [title, titles] = titlesOf({ dict, columns: c })
  const { price, year, mileage_km, model, place, bodytype, fueltype, transmission, creator } = c
  const whole = (column: readonly number[]) => Uint32Array.from(column)
  const lines: Lines = [words.map((name) => dict[name]), c.slug, c.mileage, c.cover, dict.feature]
  const [tags, tagged] = tagsOf({ dict, columns: c }, { title, titles })
  return {
    columns: {
      ids,
      created,
      price: Float64Array.from(price),
      year: Uint16Array.from(year),
      km: whole(mileage_km),
      make: whole(model),
      model: whole(model),
      province: whole(place),
      city: whole(place),
      bodytype: whole(bodytype),
      fueltype: whole(fueltype),
      transmission: whole(transmission),
      creator: whole(creator),
      title,
      tags,
      dict: {
        make: dict.model.map(([make]) => make),
        model: dict.model.map((pair) => pair[1]),
        province: dict.place.map(([province]) => province),
        city: dict.place.map((pair) => pair[1]),
        bodytype: dict.bodytype,
        fueltype: dict.fueltype,
        transmission: dict.transmission,
        creator: dict.creator.map(longCreator),
        title: titles,
        tags: tagged,
      },
    },
    versions: whole(c.version),
    text: JSON.stringify(lines),
    rest: restOf([...words.map((name) => c[name]), c.featured, c.clicks, c.picture_count]),
  }
}

/** A title is a year, a model and what follows; of these three one number is made, so that each is put together once. */
function titlesOf({ dict, columns: c }: Pick<ReadColumns, 'dict' | 'columns'>): [Uint32Array, string[]] {
  const years = 100_000
  const spans = dict.model.length * years
  const places = new Map<number, number>()
  const titles: string[] = []
  const into = new Uint32Array(c.title.length)
  for (let i = 0; i < into.length; i++) {
    const [title = 0, model = 0, year = 0] = [c.title[i], c.model[i], c.year[i]]
    const code = title * spans + model * years + year
    let at = places.get(code)
    if (at === undefined) {
      at = titles.push(longTitle(year, dict.model[model] ?? ['', ''], dict.title[title] ?? '')) - 1
      places.set(code, at)
    }
    into[i] = at
  }
  return [into, titles]
}

/** The tags of each car; many cars share theirs. */
function tagsOf(
  { dict, columns: c }: Pick<ReadColumns, 'dict' | 'columns'>,
  { title, titles }: { title: Uint32Array; titles: readonly string[] },
): [Uint32Array, string[]] {
  const places = new Map<string, number>()
  const into = new Uint32Array(title.length)
  for (let i = 0; i < into.length; i++) {
    const word = (name: 'engine' | 'drive' | 'condition' | 'exteriorcolor' | 'bodytype') =>
      dict[name][c[name][i] ?? 0] ?? ''
    const tags = tagCodes({
      title: titles[title[i] ?? 0] ?? '',
      bodytype: word('bodytype'),
      engine: word('engine'),
      drive: word('drive'),
      condition: word('condition'),
      exteriorcolor: word('exteriorcolor'),
      carfeatures: featuresAt(dict.feature, i),
    })
    const at = places.get(tags) ?? places.size
    places.set(tags, at)
    into[i] = at
  }
  return [into, [...places.keys()]]
}
