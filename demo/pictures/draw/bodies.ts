import type { Body } from '../vocabulary.ts'

type Point = readonly [x: number, y: number]

/** The side view of a body. The front is on the left, the wheels stand on y = 590, and one unit is about 5 mm. */
export interface BodyShape {
  /** Front and rear end. */
  ends: Point
  frontWheel: number
  rearWheel: number
  wheelRadius: number
  /** Lower edge of the doors. */
  sill: number
  /** Path from the bottom of the front bumper over the roof to the bottom of the rear bumper. */
  outline: string
  glass: string
  /** Lines from the roof to the belt line. */
  pillars: readonly string[]
  /** Rear edges of the doors; the front edge of the first door follows the front wheel arch. */
  doors: readonly number[]
  lamp: readonly [x: number, y: number, width: number]
  tail: readonly [x: number, y: number, width: number, height: number]
  /** Four points, x and y of each: the shoulder line, which has a highlight. */
  belt: readonly [number, number, number, number, number, number, number, number]
  /** Whether dark plastic surrounds the wheels and the sill. */
  clad?: boolean
  openTop?: boolean
  cargoBed?: boolean
  roofRails?: readonly [x1: number, x2: number, y: number]
  /** Position of the door mirror; by default beside the first door. */
  mirror?: Point
}

const coupe: BodyShape = {
  ends: [158, 1042],
  frontWheel: 322,
  rearWheel: 878,
  wheelRadius: 70,
  sill: 534,
  outline:
    'C150 508 150 478 160 456 C170 438 204 426 248 417 C318 403 384 394 440 386 C500 344 560 312 622 304 C690 298 756 308 816 330 C874 350 928 376 974 390 C1006 396 1030 406 1038 422 C1046 448 1046 482 1042 504 C1040 518 1034 528 1024 536',
  glass: 'M478 384 C528 350 576 326 626 319 C686 314 742 322 790 340 C824 352 856 368 884 384 Z',
  pillars: ['M720 318 L736 384'],
  doors: [748],
  lamp: [176, 442, 64],
  tail: [1000, 410, 40, 28],
  belt: [190, 450, 440, 410, 760, 402, 1034, 426],
}

export const bodyShapes: Readonly<Record<Body, BodyShape>> = {
  hatchback: {
    ends: [212, 968],
    frontWheel: 352,
    rearWheel: 832,
    wheelRadius: 66,
    sill: 532,
    outline:
      'C206 505 204 470 214 446 C222 424 246 412 282 402 C340 386 392 376 438 368 C484 330 536 292 600 278 C668 266 768 268 836 284 C884 298 918 336 944 376 C962 398 972 430 972 466 C972 500 966 518 954 534',
    glass: 'M472 366 C512 332 556 304 606 295 C672 285 760 286 818 298 C852 312 880 338 900 364 Z',
    pillars: ['M646 291 L640 366', 'M800 294 L826 366'],
    doors: [640, 812],
    lamp: [228, 430, 54],
    tail: [944, 398, 26, 64],
    belt: [236, 440, 440, 392, 700, 384, 950, 398],
  },
  sedan: {
    ends: [158, 1042],
    frontWheel: 318,
    rearWheel: 872,
    wheelRadius: 66,
    sill: 532,
    outline:
      'C152 505 152 470 162 448 C170 428 198 416 236 407 C302 391 364 381 420 373 C470 337 524 298 584 284 C646 272 728 274 788 292 C842 310 892 346 932 374 C972 377 1012 381 1030 391 C1044 404 1046 440 1042 472 C1040 502 1034 520 1022 534',
    glass: 'M454 372 C498 338 544 308 592 299 C648 289 724 290 776 305 C818 320 858 346 886 370 Z',
    pillars: ['M640 295 L634 370', 'M798 313 L812 370'],
    doors: [634, 812],
    lamp: [178, 436, 58],
    tail: [1004, 396, 36, 40],
    belt: [190, 446, 420, 398, 700, 390, 1030, 404],
  },
  suv: {
    ends: [180, 1012],
    frontWheel: 330,
    rearWheel: 852,
    wheelRadius: 76,
    sill: 520,
    outline:
      'C172 490 172 450 182 420 C190 398 216 386 254 378 C314 366 366 358 412 350 C450 306 496 262 556 250 C640 238 792 238 874 250 C922 260 954 304 980 352 C1000 382 1014 420 1014 462 C1014 496 1006 508 994 524',
    glass: 'M446 348 C480 310 518 278 562 268 C640 258 784 258 860 268 C894 282 924 314 944 348 Z',
    pillars: ['M618 262 L612 348', 'M786 260 L796 348'],
    doors: [612, 796],
    lamp: [196, 408, 54],
    tail: [984, 366, 26, 76],
    belt: [204, 420, 420, 376, 700, 368, 996, 378],
    clad: true,
    roofRails: [604, 864, 238],
  },
  pickup: {
    ends: [140, 1060],
    frontWheel: 300,
    rearWheel: 866,
    wheelRadius: 76,
    sill: 520,
    outline:
      'C134 490 134 448 144 418 C152 398 178 388 216 380 C272 370 324 362 366 354 C402 312 440 272 492 260 C552 250 664 250 716 262 C734 284 744 330 748 366 L1046 370 C1056 374 1060 392 1060 424 C1062 470 1058 504 1048 522',
    glass: 'M398 352 C428 316 458 288 500 278 C556 270 652 270 698 280 C710 302 716 330 718 352 Z',
    pillars: ['M560 274 L554 352'],
    doors: [554, 722],
    lamp: [158, 408, 52],
    tail: [1040, 384, 20, 72],
    belt: [166, 420, 380, 380, 640, 372, 1046, 390],
    clad: true,
    cargoBed: true,
  },
  coupe,
  convertible: {
    ...coupe,
    outline:
      'C150 508 150 478 160 456 C170 438 204 426 248 417 C318 403 384 394 440 386 L470 384 L886 388 C930 386 1000 392 1026 404 C1042 416 1046 470 1042 504 C1040 518 1034 528 1024 536',
    glass: 'M446 386 C486 350 528 318 562 308 L578 312 C556 336 540 360 530 386 Z',
    pillars: [],
    doors: [736],
    tail: [1000, 412, 40, 28],
    belt: [190, 450, 440, 412, 760, 406, 1034, 428],
    openTop: true,
    mirror: [540, 384],
  },
  wagon: {
    ends: [152, 1046],
    frontWheel: 316,
    rearWheel: 876,
    wheelRadius: 66,
    sill: 532,
    outline:
      'C146 505 146 470 156 448 C164 428 192 416 230 407 C298 391 360 381 414 373 C464 335 518 296 580 282 C664 270 836 272 920 288 C966 302 1004 340 1028 384 C1044 406 1048 440 1046 472 C1044 502 1038 520 1026 534',
    glass: 'M448 372 C492 336 538 306 588 297 C664 287 830 288 904 301 C938 316 968 342 988 370 Z',
    pillars: ['M636 293 L630 370', 'M800 291 L812 370'],
    doors: [630, 812],
    lamp: [172, 436, 58],
    tail: [1016, 392, 28, 54],
    belt: [184, 446, 416, 398, 700, 390, 1034, 402],
    roofRails: [620, 900, 270],
  },
  mpv: {
    ends: [176, 1018],
    frontWheel: 330,
    rearWheel: 858,
    wheelRadius: 68,
    sill: 528,
    outline:
      'C168 500 168 462 178 436 C188 412 216 396 256 382 C310 362 356 344 398 326 C446 286 500 250 566 240 C660 230 820 232 900 246 C944 258 974 306 998 366 C1016 400 1022 436 1020 472 C1018 500 1012 516 1000 530',
    glass: 'M418 338 C462 300 512 270 572 259 C660 249 810 250 884 262 C920 276 948 310 966 346 Z',
    pillars: ['M600 256 L594 342', 'M784 252 L792 344'],
    doors: [594, 792],
    lamp: [192, 424, 58],
    tail: [990, 352, 24, 84],
    belt: [198, 436, 420, 378, 700, 368, 1004, 384],
  },
  minibus: {
    ends: [170, 1030],
    frontWheel: 316,
    rearWheel: 868,
    wheelRadius: 66,
    sill: 532,
    outline:
      'C162 502 160 452 172 408 C182 380 204 356 236 334 C278 292 322 232 372 212 C480 198 880 198 990 206 C1016 212 1026 250 1030 300 C1036 380 1036 450 1032 486 C1030 512 1024 524 1014 534',
    glass: 'M262 336 C296 298 332 254 376 234 C480 222 880 222 984 230 C1000 250 1006 290 1008 330 Z',
    pillars: ['M436 228 L430 334', 'M616 224 L616 332', 'M800 224 L800 331'],
    doors: [430, 616],
    lamp: [184, 410, 50],
    tail: [1004, 380, 24, 80],
    belt: [192, 420, 430, 366, 700, 362, 1028, 366],
    mirror: [318, 344],
  },
}
