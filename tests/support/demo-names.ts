import type { Reference } from '#catalogue'
import { demoMakes } from '../../server/demo/makes/all-makes.ts'
import { demoProvinces } from '../../server/demo/places.ts'

/** The makes, models and places of the real product, as a phone knows them. */
export const demoReference: Reference = {
  brands: demoMakes.map((make, i) => ({
    _id: `make-${i}`,
    maketitle: make.title,
    count_models: make.models.length,
    models: make.models.map((model, k) => ({ _id: `model-${i}-${k}`, modeltitle: model.title })),
  })),
  provinces: demoProvinces.map((p, i) => ({ _id: `state-${i}`, state_name: p.name, country: p.country })),
  cities: demoProvinces.flatMap((p, i) =>
    p.cities.map((c, k) => ({
      _id: `city-${i}-${k}`,
      city_name: c.name,
      state_id: `state-${i}`,
      lat: c.lat,
      lng: c.lng,
    })),
  ),
}
