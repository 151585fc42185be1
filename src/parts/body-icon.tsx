import type { CarType } from '#contract/limits.ts'

/** Outlines of the drawn demo cars, nose to the left on the ground line: body, glass, wheel centres and radius. */
interface Outline {
  from: number
  to: number
  sill: number
  wheels: readonly [number, number]
  radius: number
  body: string
  glass: string
}
const outlines: Readonly<Record<CarType, Outline>> = {
  SUV: {
    from: 180,
    to: 1012,
    sill: 520,
    wheels: [330, 852],
    radius: 76,
    body: 'C172 490 172 450 182 420 C190 398 216 386 254 378 C314 366 366 358 412 350 C450 306 496 262 556 250 C640 238 792 238 874 250 C922 260 954 304 980 352 C1000 382 1014 420 1014 462 C1014 496 1006 508 994 524',
    glass: 'M446 348 C480 310 518 278 562 268 C640 258 784 258 860 268 C894 282 924 314 944 348 Z',
  },
  Sedan: {
    from: 158,
    to: 1042,
    sill: 532,
    wheels: [318, 872],
    radius: 66,
    body: 'C152 505 152 470 162 448 C170 428 198 416 236 407 C302 391 364 381 420 373 C470 337 524 298 584 284 C646 272 728 274 788 292 C842 310 892 346 932 374 C972 377 1012 381 1030 391 C1044 404 1046 440 1042 472 C1040 502 1034 520 1022 534',
    glass: 'M454 372 C498 338 544 308 592 299 C648 289 724 290 776 305 C818 320 858 346 886 370 Z',
  },
  Hatchback: {
    from: 212,
    to: 968,
    sill: 532,
    wheels: [352, 832],
    radius: 66,
    body: 'C206 505 204 470 214 446 C222 424 246 412 282 402 C340 386 392 376 438 368 C484 330 536 292 600 278 C668 266 768 268 836 284 C884 298 918 336 944 376 C962 398 972 430 972 466 C972 500 966 518 954 534',
    glass: 'M472 366 C512 332 556 304 606 295 C672 285 760 286 818 298 C852 312 880 338 900 364 Z',
  },
  Pickup: {
    from: 140,
    to: 1060,
    sill: 520,
    wheels: [300, 866],
    radius: 76,
    body: 'C134 490 134 448 144 418 C152 398 178 388 216 380 C272 370 324 362 366 354 C402 312 440 272 492 260 C548 250 640 250 690 262 C706 284 714 330 718 366 L1046 370 C1056 374 1060 392 1060 424 C1062 470 1058 504 1048 522',
    glass: 'M398 352 C428 316 458 288 500 278 C552 270 628 270 672 280 C684 302 690 330 692 352 Z',
  },
  Coupe: {
    from: 158,
    to: 1042,
    sill: 534,
    wheels: [322, 878],
    radius: 70,
    body: 'C150 508 150 478 160 456 C170 438 204 426 248 417 C318 403 384 394 440 386 C500 344 560 312 622 304 C690 298 756 308 816 330 C874 350 928 376 974 390 C1006 396 1030 406 1038 422 C1046 448 1046 482 1042 504 C1040 518 1034 528 1024 536',
    glass: 'M478 384 C528 350 576 326 626 319 C686 314 742 322 790 340 C824 352 856 368 884 384 Z',
  },
  Convertible: {
    from: 158,
    to: 1042,
    sill: 534,
    wheels: [322, 878],
    radius: 70,
    body: 'C150 508 150 478 160 456 C170 438 204 426 248 417 C318 403 384 394 440 386 L470 384 L886 388 C930 386 1000 392 1026 404 C1042 416 1046 470 1042 504 C1040 518 1034 528 1024 536',
    glass: 'M446 386 C486 350 528 318 562 308 L578 312 C556 336 540 360 530 386 Z',
  },
  Wagon: {
    from: 152,
    to: 1046,
    sill: 532,
    wheels: [316, 876],
    radius: 66,
    body: 'C146 505 146 470 156 448 C164 428 192 416 230 407 C298 391 360 381 414 373 C464 335 518 296 580 282 C664 270 836 272 920 288 C966 302 1004 340 1028 384 C1044 406 1048 440 1046 472 C1044 502 1038 520 1026 534',
    glass: 'M448 372 C492 336 538 306 588 297 C664 287 830 288 904 301 C938 316 968 342 988 370 Z',
  },
  MPV: {
    from: 176,
    to: 1018,
    sill: 528,
    wheels: [330, 858],
    radius: 68,
    body: 'C168 500 168 462 178 436 C188 412 216 396 256 382 C310 362 356 344 398 326 C446 286 500 250 566 240 C660 230 820 232 900 246 C944 258 974 306 998 366 C1016 400 1022 436 1020 472 C1018 500 1012 516 1000 530',
    glass: 'M418 338 C462 300 512 270 572 259 C660 249 810 250 884 262 C920 276 948 310 966 346 Z',
  },
  Minibus: {
    from: 170,
    to: 1030,
    sill: 532,
    wheels: [316, 868],
    radius: 66,
    body: 'C162 502 160 452 172 408 C182 380 204 356 236 334 C278 292 322 232 372 212 C480 198 880 198 990 206 C1016 212 1026 250 1030 300 C1036 380 1036 450 1032 486 C1030 512 1024 524 1014 534',
    glass: 'M262 336 C296 298 332 254 376 234 C480 222 880 222 984 230 C1000 250 1006 290 1008 330 Z',
  },
}

const isKnown = (type: string): type is CarType => Object.hasOwn(outlines, type)

/** The outline closed along the ground, with an arch cut out over each wheel. */
function bodyPath({ from, to, sill, wheels, radius, body }: Outline): string {
  const arch = radius + 16
  const drop = sill - (590 - radius)
  const half = Math.round(Math.sqrt(arch * arch - drop * drop))
  const cut = (x: number) => `L${x + half} ${sill} A${arch} ${arch} 0 0 0 ${x - half} ${sill}`
  return `M${from + 10} ${sill} ${body} L${to - 16} ${sill} ${cut(wheels[1])} ${cut(wheels[0])} Z`
}

/** A body type as a silhouette; an unknown type gets the most usual one. */
export function BodyIcon({ type, className = '' }: { type: string; className?: string }) {
  const outline = outlines[isKnown(type) ? type : 'Sedan']
  return (
    <svg viewBox="110 180 980 430" aria-hidden className={className} fill="none" strokeLinejoin="round">
      <path
        d={bodyPath(outline)}
        fill="currentColor"
        fillOpacity={0.22}
        stroke="currentColor"
        strokeWidth={16}
      />
      <path d={outline.glass} fill="currentColor" fillOpacity={0.35} />
      {outline.wheels.map((x) => (
        <circle key={x} cx={x} cy={590 - outline.radius} r={outline.radius - 6} fill="currentColor" />
      ))}
    </svg>
  )
}
