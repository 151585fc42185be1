import type { Reference } from '#catalogue'
import { allMakes } from '../../server/reference/makes/read-makes.ts'
import { allProvinces } from '../../server/reference/reference-rows.ts'

/** Makes, models and places of the real product, in the format of the phone. */
export const demoReference: Reference = {
  brands: allMakes.map((make, i) => ({
    _id: `make-${i}`,
    maketitle: make.title,
    count_models: make.models.length,
    models: make.models.map((model, k) => ({ _id: `model-${i}-${k}`, modeltitle: model.title })),
  })),
  provinces: allProvinces.map((p, i) => ({ _id: `state-${i}`, state_name: p.name, country: p.country })),
  cities: allProvinces.flatMap((p, i) =>
    p.cities.map((c, k) => ({
      _id: `city-${i}-${k}`,
      city_name: c.name,
      state_id: `state-${i}`,
      lat: c.lat,
      lng: c.lng,
    })),
  ),
}
