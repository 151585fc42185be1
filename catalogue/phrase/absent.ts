import type { CarType } from '../../contract/limits.ts'

/**
 * Makes and models that people search for and that the reference data may lack. The search recognises them, so that it can
 * say "No Venza for sale now" and show similar cars. When the reference data has the name, that meaning wins.
 */
const lines = `
Toyota | SUV: Venza, 4Runner, Sequoia, FJ Cruiser, Harrier, Urban Cruiser, C-HR, Rush, Yaris Cross | Hatchback: Matrix, Vitz, Etios, Auris, Aygo, Prius, Passo, Tazz, Conquest, Agya | Sedan: Corona, Avalon, Allion, Premio, Mark X, Avensis | Pickup: Tacoma, Tundra, Dyna | Coupe: Solara, Supra, GT86, GR86, Celica, MR2 | MPV: Previa, Verso, Innova, Wish, Noah, Alphard, Picnic | Minibus: Quantum, Coaster
Honda | SUV: Crosstour, Passport, Element, ZR-V, BR-V | Hatchback: Fit, Brio, Insight | Pickup: Ridgeline | MPV: Freed, Mobilio
Nissan | SUV: Murano, Rogue, Juke, Xterra, Armada, Terrano, Kicks | Sedan: Maxima, Primera, Sunny, Tiida | Hatchback: Versa, Note | Pickup: Frontier, Hardbody, NP300, Titan | Coupe: 350Z, 370Z, GT-R | MPV: Quest, Serena, Livina
Mazda | SUV: CX-7, CX-9, CX-60 | Hatchback: Demio, Mazda 323 | Sedan: Mazda 626 | MPV: Mazda 5, Premacy | Coupe: RX-7, RX-8
Mitsubishi | SUV: Montero, Endeavor, Eclipse Cross, Xpander Cross | Sedan: Galant | Hatchback: Colt, Mirage | MPV: Xpander | Coupe: Eclipse
Suzuki | Hatchback: Ignis, Alto, Splash, SX4 | Sedan: Ciaz | SUV: Fronx, Across | Pickup: Super Carry | MPV: APV
Hyundai | Hatchback: i20, i30, Getz, Atos, Grand i20, Ioniq, Ioniq 5, Matrix | SUV: Palisade, Santa Cruz, Bayon, ix35, Veracruz | Sedan: Azera, Verna | Coupe: Veloster | Pickup: H100
Kia | Hatchback: Ceed, Stonic, Niro | SUV: Mohave, Telluride, EV9 | Sedan: Cadenza, Stinger, K5 | Pickup: K2700, K2500
Ford | Hatchback: Ka, Puma, Ikon | Sedan: Taurus, Mondeo, Crown Victoria | SUV: Expedition, Bronco, Flex, Territory | MPV: S-Max, Galaxy, C-Max | Pickup: Bantam, Maverick, F-250
Volkswagen | Hatchback: Up, Lupo, Beetle, Scirocco, Citi Golf, ID.3 | SUV: T-Roc, Atlas, Taigo, Teramont | Sedan: Bora, Arteon, Phaeton, CC | MPV: Touran, Sharan, Golf Sportsvan | Minibus: California, Kombi, Crafter, Multivan
BMW | SUV: X2, X4, X7, iX3 | Hatchback: i3 | Coupe: 6 Series, 8 Series, M2, M3, M4, Z3 | Sedan: M5
Mercedes-Benz | SUV: GLB, GLS, EQA, EQC, R-Class | Hatchback: B-Class | Coupe: CLS, CLK, SLK, SL-Class, AMG GT | Minibus: Sprinter, Viano | Pickup: X-Class
Audi | SUV: Q2, Q8, e-tron, Q4 e-tron | Sedan: A7, A8 | Coupe: R8, S3, RS3
Opel | Hatchback: Adam, Karl, Kadett | SUV: Crossland, Grandland, Antara | Sedan: Insignia, Omega | MPV: Zafira, Meriva | Minibus: Vivaro
Renault | Hatchback: Twingo, Zoe | MPV: Scenic, Espace | SUV: Kadjar, Arkana | Sedan: Laguna, Fluence | Minibus: Trafic, Master
Peugeot | Hatchback: 107, 108, 205, 306 | SUV: 5008, 4008 | Sedan: 504, 505, 605, 607, 301 | Minibus: Boxer, Expert
Fiat | Hatchback: Uno, Bravo, Grande Punto | MPV: Doblo, Multipla | Minibus: Ducato
Chevrolet | SUV: Equinox, Traverse, Suburban, Orlando | Sedan: Malibu, Impala, Optra, Lumina | Hatchback: Sonic | Coupe: Corvette | Pickup: Silverado, Colorado
Isuzu | SUV: MU7
Lexus | SUV: LX 470, LX 600, GX 470, RX 300, RX 400h | Sedan: LS 460, LS 430, ES 330, ES 250, ES 300, IS 350, GS 350 | Coupe: RC 350, SC 430
Acura | SUV: MDX, RDX, ZDX | Sedan: TL, TSX, TLX, Legend
Infiniti | SUV: QX4, QX56, FX45 | Sedan: M35, G35
Land Rover | SUV: Freelander
Volvo | Wagon: V40, V50, V70, V90 | Sedan: S90, S80 | SUV: EX30
Subaru | Wagon: Legacy | SUV: Crosstrek, Tribeca
Jeep | SUV: Commander, Liberty | Pickup: Gladiator
Dodge | Pickup: Ram | SUV: Avenger
Cadillac | Sedan: DeVille, STS
Citroën | Hatchback: C1, C2, Saxo, C3 Picasso, C4 Picasso | Sedan: C5 | SUV: C3 Aircross | MPV: Xsara Picasso, C4 Grand Picasso, Grand C4 Picasso
Mini | SUV: Paceman
Škoda | Hatchback: Fabia, Citigo | Wagon: Octavia, Superb | SUV: Kodiaq, Karoq, Kamiq, Yeti
Seat | Hatchback: Ibiza, Mii | Wagon: Leon | SUV: Ateca, Arona | MPV: Alhambra
Dacia | SUV: Bigster | MPV: Jogger
Smart | Hatchback: Fortwo, Forfour
Cupra | SUV: Formentor | Hatchback: Born
Saab | Sedan: 9-3, 9-5
GMC | SUV: Yukon, Acadia, Terrain | Pickup: Sierra
Lincoln | SUV: Navigator, MKX
Hummer | SUV: H3
Polestar | Hatchback: Polestar 2
SsangYong | SUV: Rexton, Korando
Pontiac | Hatchback: Vibe
Scion | Hatchback: xB
Buick | SUV: Enclave
`

export interface Absent {
  make: string
  /** Undefined for the make itself. */
  model: string | undefined
  body: CarType | undefined
}

/** Returns all makes and models of the table; the table spells each body as `CarType` does. */
export function absentNames(): Absent[] {
  const all: Absent[] = []
  for (const line of lines.trim().split('\n')) {
    const [make = '', ...groups] = line.split('|').map((part) => part.trim())
    all.push({ make, model: undefined, body: undefined })
    for (const group of groups) {
      const [body, models = ''] = group.split(':')
      for (const model of models.split(',')) all.push({ make, model: model.trim(), body: body as CarType })
    }
  }
  return all
}
