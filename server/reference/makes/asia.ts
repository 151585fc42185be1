import { readMakes } from './read-makes.ts'

/** Makes of Japan and Korea, and those of Malaysia and India. */
export const asianMakes = readMakes(`
# Toyota | 100 | XLi, LE, XLE, SE, GX, VX
Corolla | sed | 1998- | 31 | 1.6, 1.8 | P | F | AM | LE, XLi, S, Prestige
Camry | sed | 1998- | 48 | 2.4, 2.5, 3.5 | PH | F | A | LE, XLE, SE, Muscle
Yaris | hat | 2003- | 22 | 1.3, 1.5 | P | F | AM | T3, S, XS
Corolla Cross | suv | 2020- | 38 | 1.8 | PH | F | A | XS, XR, GR-Sport
RAV4 | suv | 2000- | 52 | 2.0, 2.5 | PH | A | AM | GX, VX, Limited
Fortuner | suv | 2006- | 68 | 2.4, 2.8, 4.0 | PD | 4 | AM | 2.4 GD-6, 2.8 GD-6, VX, Epic
Land Cruiser Prado | suv | 1999- | 92 | 2.7, 3.0, 4.0 | PD | 4 | A | TX, TXL, VX, VX-L
Land Cruiser | suv | 1998- | 150 | 4.5, 4.6, 5.7 | PD | 4 | A | GXR, VXR, V8
Hilux | pic | 1999- | 55 | 2.4, 2.7, 2.8 | PD | 4 | AM | SRX, Raider, Legend, SR5
Highlander | suv | 2001- | 66 | 2.7, 3.5 | PH | A | A | SE, XLE, Limited
Sienna | mpv | 1999- | 50 | 3.3, 3.5 | P | F | A | CE, LE, XLE
Avanza | mpv | 2007- | 26 | 1.3, 1.5 | P | R | AM | S, SX, TX
Hiace | bus | 1998- | 52 | 2.5, 2.7, 2.8 | PD | R | MA | Ses'fikile, Quantum, GL, Hummer Bus
Starlet | hat | 2020- | 20 | 1.4, 1.5 | P | F | AM | Xi, Xs, XR
# Honda | 38 | LX, EX, EX-L, Touring
Accord | sed | 1998- | 42 | 2.0, 2.4, 1.5 | P | F | A | LX, EX, EX-L, Sport
Civic | sed | 1999- | 32 | 1.6, 1.8, 1.5 | P | F | AM | LX, EX, RS, Si
CR-V | suv | 1999- | 44 | 2.0, 2.4, 1.5 | P | A | A | LX, EX, EX-L, Touring
Pilot | suv | 2003- | 58 | 3.5 | P | A | A | EX, EX-L, Touring
Jazz | hat | 2003- | 22 | 1.2, 1.3, 1.5 | PH | F | AM | Trend, Comfort, Elegance
Ballade | sed | 2011- | 24 | 1.5 | P | F | AM | Trend, Elegance, RS
HR-V | suv | 2015- | 34 | 1.5, 1.8 | P | F | A | Comfort, Elegance, EX
Odyssey | mpv | 1999-2024 | 46 | 3.5 | P | F | A | LX, EX, EX-L, Touring
City | sed | 2004- | 20 | 1.3, 1.5 | P | F | AM | i-DSI, VTEC, EX
Amaze | sed | 2018- | 16 | 1.2 | P | F | AM | Trend, Comfort
# Nissan | 26 | Visia, Acenta, Tekna, SV, SL
Almera | sed | 2000- | 22 | 1.5, 1.6 | P | F | AM | Acenta, Comfort, SV
Micra | hat | 2003-2022 | 17 | 1.2, 1.4 | P | F | AM | Visia, Acenta, Tekna
Sentra | sed | 2000- | 26 | 1.6, 1.8 | P | F | AM | S, SV, SL
Altima | sed | 2002- | 36 | 2.5, 3.5 | P | F | A | S, SV, SL
Qashqai | suv | 2007- | 36 | 1.5, 1.6, 2.0 | PD | F | AM | Visia, Acenta, Tekna
X-Trail | suv | 2002- | 42 | 2.0, 2.5 | PD | A | AM | Visia, Acenta, Tekna
Pathfinder | suv | 2001- | 52 | 2.5, 3.5, 4.0 | PD | 4 | A | S, SV, SL, LE
Navara | pic | 2006- | 48 | 2.3, 2.5 | D | 4 | AM | SE, LE, PRO-4X, Stealth
NP200 | pic | 2008-2024 | 14 | 1.5, 1.6 | PD | F | M | Base, S, SE, Safety Pack
Magnite | suv | 2020- | 17 | 1.0 | P | F | AM | Visia, Acenta, Acenta Plus
Patrol | suv | 1999- | 110 | 4.8, 5.6 | P | 4 | A | SE, LE, Platinum
Leaf | hat | 2012- | 34 | 30 kWh, 40 kWh, 62 kWh | E | F | A | Acenta, Tekna, e+
Urvan | bus | 2003- | 40 | 2.5 | PD | R | M | NV350 Impendulo, NV350
# Mazda | 14 | Active, Dynamic, Individual, Touring
Mazda2 | hat | 2003- | 20 | 1.3, 1.5 | P | F | AM | Active, Dynamic, Individual
Mazda3 | hat | 2004- | 30 | 1.6, 2.0 | P | F | AM | Active, Dynamic, Individual, Astina
Mazda6 | sed | 2003-2023 | 36 | 2.0, 2.5 | P | F | AM | Active, Dynamic, Individual
CX-3 | suv | 2015- | 30 | 2.0 | P | F | AM | Active, Dynamic, Individual
CX-5 | suv | 2012- | 40 | 2.0, 2.2, 2.5 | PD | A | AM | Active, Dynamic, Individual, Akera
CX-30 | suv | 2020- | 36 | 2.0 | P | F | A | Active, Dynamic, Individual
BT-50 | pic | 2007- | 44 | 2.2, 3.0, 3.2 | D | 4 | AM | SLX, SLE, Dynamic
MX-5 | con | 1999- | 40 | 1.8, 2.0 | P | R | MA | Roadster-Coupe, RF, Touring
# Mitsubishi | 14 | GL, GLX, GLS
Lancer | sed | 2000-2017 | 24 | 1.6, 2.0 | P | F | AM | GL, GLX, GLS
Pajero | suv | 1999-2021 | 58 | 3.0, 3.2, 3.8 | PD | 4 | AM | GLS, GLX, Exceed
Pajero Sport | suv | 2009- | 54 | 2.4, 2.5, 3.0 | PD | 4 | A | Shogun, GLS, Exceed
Outlander | suv | 2004- | 44 | 2.0, 2.4 | PH | A | A | GL, GLS, PHEV
ASX | suv | 2011- | 32 | 1.6, 2.0 | P | F | AM | ES, GL, GLX
Triton | pic | 2007- | 48 | 2.4, 2.5 | D | 4 | AM | Di-D, Athlete, GLX
L300 | bus | 1999- | 34 | 2.0, 2.5 | PD | R | M | GL, Exceed
# Subaru | 4 | Premium, Sport, Touring
Impreza | hat | 2001- | 32 | 1.6, 2.0 | P | A | AM | R, Premium, Sport
WRX | sed | 2014- | 50 | 2.0, 2.4 | P | A | MA | Premium, ES, STI
Forester | suv | 2003- | 44 | 2.0, 2.5 | P | A | AM | X, XS, i-S ES
Outback | wag | 2000- | 50 | 2.5, 3.6 | P | A | A | Premium, Field ES, Touring
XV | suv | 2012- | 38 | 1.6, 2.0 | P | A | A | i, i-L, i-S
# Suzuki | 14 | GA, GL, GLX
Swift | hat | 2005- | 17 | 1.2, 1.4 | P | F | AM | GA, GL, GLX, Sport
Baleno | hat | 2016- | 18 | 1.4, 1.5 | P | F | AM | GL, GLX
Dzire | sed | 2014- | 16 | 1.2 | P | F | AM | GA, GL, GL+
Celerio | hat | 2015- | 14 | 1.0 | P | F | AM | GA, GL, GLX
S-Presso | hat | 2020- | 13 | 1.0 | P | F | MS | GL, GL+, S-Edition
Vitara Brezza | suv | 2021-2024 | 22 | 1.5 | P | F | AM | GL, GLX
Grand Vitara | suv | 1999- | 30 | 1.5, 2.0, 2.4 | PH | A | AM | GL, GLX, Dune
Jimny | suv | 2000- | 30 | 1.3, 1.5 | P | 4 | MA | GA, GLX, AllGrip
Ertiga | mpv | 2014- | 21 | 1.4, 1.5 | P | F | AM | GA, GL, GLX
# Lexus | 28 | Base, Premium, Luxury, F Sport
ES 350 | sed | 2007- | 74 | 3.5 | P | F | A | Base, Premium, Luxury
ES 300h | sed | 2013- | 76 | 2.5 | H | F | A | EX, SE
IS 250 | sed | 2006-2015 | 56 | 2.5 | P | R | A | Base, Premium, F Sport
RX 350 | suv | 2007- | 92 | 3.5, 2.4 | P | A | A | Base, Premium, F Sport
RX 330 | suv | 2003-2006 | 78 | 3.3 | P | A | A | Base, Premium
RX 450h | suv | 2010-2022 | 94 | 3.5 | H | A | A | EX, SE, F Sport
GX 460 | suv | 2010-2023 | 110 | 4.6 | P | 4 | A | Base, Premium, Luxury
LX 570 | suv | 2008-2021 | 160 | 5.7 | P | 4 | A | Base, Black Edition, Super Sport
UX 250h | suv | 2019- | 62 | 2.0 | H | A | A | EX, SE, F Sport
NX 300 | suv | 2018-2021 | 68 | 2.0 | P | A | A | E, EX, F Sport
# Infiniti | 5 | Base, Premium, Sport
G37 | cou | 2008-2013 | 44 | 3.7 | P | R | A | Base, Journey, Sport
Q50 | sed | 2014-2024 | 50 | 2.0, 3.0, 3.7 | P | R | A | Premium, Sport, Red Sport
FX35 | suv | 2003-2012 | 56 | 3.5 | P | A | A | Base, Premium
QX60 | suv | 2014- | 66 | 3.5 | P | A | A | Pure, Luxe, Sensory
QX80 | suv | 2014- | 105 | 5.6 | P | 4 | A | Luxe, Sensory
# Isuzu | 10 | LE, LX, LS
D-Max | pic | 2013- | 48 | 1.9, 2.5, 3.0 | D | 4 | AM | Hi-Rider, LS, X-Rider, V-Cross
KB | pic | 1999-2018 | 42 | 2.5, 3.0 | PD | R | MA | Fleetside, LE, LX
MU-X | suv | 2014- | 56 | 1.9, 3.0 | D | 4 | A | LS, Onyx, Ultimate
Trooper | suv | 1998-2004 | 48 | 3.0, 3.5 | PD | 4 | MA | LS, Limited
# Daihatsu | 2 | Base, Custom
Terios | suv | 1999-2017 | 22 | 1.3, 1.5 | P | 4 | AM | Base, Off-Road, Sport
Sirion | hat | 1999-2015 | 16 | 1.0, 1.3, 1.5 | P | F | AM | Base, CX, Sport
Charade | hat | 1999-2013 | 14 | 1.0 | P | F | AM | CX, Celeb
Materia | mpv | 2007-2013 | 18 | 1.5 | P | F | AM | Base, Custom
# Datsun | 2 | Base, Mid, Lux
Go | hat | 2014-2022 | 11 | 1.2 | P | F | MA | Mid, Lux, Flash
Go+ | mpv | 2015-2022 | 12 | 1.2 | P | F | MA | Mid, Lux, Panel Van
Cross | suv | 2018-2022 | 14 | 1.2 | P | F | MA | Base, Lux
Redi-Go | hat | 2016-2022 | 9 | 0.8, 1.0 | P | F | MS | A, T, S
# Hyundai | 36 | Fluid, Premium, Elite, GLS
i10 | hat | 2008- | 15 | 1.1, 1.25 | P | F | AM | Motion, Fluid
Grand i10 | hat | 2014- | 16 | 1.0, 1.25 | P | F | AM | Motion, Fluid
i20 | hat | 2009- | 20 | 1.2, 1.4 | P | F | AM | Motion, Fluid, N Line
Accent | sed | 1999- | 20 | 1.4, 1.6 | P | F | AM | GL, GLS, Fluid
Elantra | sed | 2001- | 28 | 1.6, 1.8, 2.0 | P | F | AM | GLS, Premium, Elite
Sonata | sed | 1999- | 38 | 2.0, 2.4 | PH | F | A | GLS, Elite, Limited
Creta | suv | 2015- | 30 | 1.5, 1.6 | PD | F | AM | Premium, Executive, Elite
Tucson | suv | 2005- | 38 | 1.6, 2.0 | PD | F | AM | Premium, Executive, Elite
Santa Fe | suv | 2001- | 50 | 2.2, 2.4, 3.5 | PD | A | A | Premium, Executive, Elite
Venue | suv | 2019- | 24 | 1.0, 1.2 | P | F | AM | Motion, Fluid, N Line
Kona Electric | suv | 2019- | 44 | 39 kWh, 64 kWh | E | F | A | Executive, Elite
H-1 | bus | 2008-2021 | 38 | 2.4, 2.5 | PD | R | MA | GL, GLS, Elite
# Kia | 32 | LX, EX, SX, LS
Picanto | hat | 2004- | 14 | 1.0, 1.2 | P | F | MA | Start, Street, LX, X-Line
Rio | hat | 2001-2023 | 18 | 1.2, 1.4, 1.6 | P | F | AM | LS, LX, EX, Tec
Cerato | sed | 2004-2023 | 26 | 1.6, 2.0 | P | F | AM | EX, SX, Koup
Optima | sed | 2006-2020 | 34 | 2.0, 2.4 | P | F | A | LX, EX, SX
Soul | hat | 2009-2022 | 25 | 1.6, 2.0 | P | F | AM | Start, Street, Smart
Seltos | suv | 2020- | 30 | 1.4, 1.5, 1.6 | PD | F | AM | EX, EX+, GT Line
Sportage | suv | 2000- | 38 | 1.6, 2.0 | PD | F | AM | Ignite, LX, EX, GT Line
Sorento | suv | 2003- | 50 | 2.2, 2.4, 3.5 | PD | A | A | LX, EX, SX
Sonet | suv | 2020- | 22 | 1.0, 1.5 | P | F | AM | LS, LX, EX
Carnival | mpv | 2000- | 56 | 2.2, 2.9, 3.3 | PD | F | A | LX, EX, SXL
EV6 | suv | 2022- | 78 | 77 kWh | E | A | A | Air, GT-Line
Pegas | sed | 2020- | 15 | 1.4 | P | F | AM | LX, EX
# Genesis | 1 | Luxury, Sport, Prestige
G70 | sed | 2018- | 62 | 2.0, 3.3 | P | R | A | Advanced, Sport Prestige
G80 | sed | 2017- | 80 | 2.5, 3.5 | P | R | A | Luxury, Prestige
GV70 | suv | 2021- | 82 | 2.5, 3.5 | P | A | A | Advanced, Sport
GV80 | suv | 2020- | 98 | 2.5, 3.5 | P | A | A | Luxury, Prestige
# Daewoo | 1 | SE, SX, CDX
Matiz | hat | 1999-2011 | 11 | 0.8, 1.0 | P | F | M | SE, S
Lanos | sed | 1998-2008 | 14 | 1.5, 1.6 | P | F | MA | SE, SX
Nubira | sed | 1998-2008 | 16 | 1.6, 2.0 | P | F | MA | SX, CDX
Leganza | sed | 1998-2003 | 20 | 2.0 | P | F | A | SX, CDX
# Mahindra | 5 | K2, K4, K6, K8
Scorpio | suv | 2006- | 32 | 2.2, 2.6 | D | 4 | MA | S5, S11, Z8
Pik Up | pic | 2007- | 28 | 2.2 | D | R | MA | S4, S6, S10, Karoo
XUV300 | suv | 2019-2024 | 22 | 1.2, 1.5 | PD | F | MS | W4, W6, W8
XUV700 | suv | 2022- | 36 | 2.0 | P | F | A | AX3, AX5, AX7
KUV100 | hat | 2016-2023 | 14 | 1.2 | PD | F | M | K2, K4, K6, K8
Bolero | pic | 2006-2021 | 18 | 2.5 | D | R | M | Maxi Truck, NEF
# Tata | 2 | LX, XE, XZ
Indica | hat | 2004-2018 | 10 | 1.4 | PD | F | M | LE, LSi, LXi
Indigo | sed | 2005-2016 | 12 | 1.4 | PD | F | M | GLE, GLS
Xenon | pic | 2008-2018 | 22 | 2.2 | D | 4 | M | DLE, DLX
Safari | suv | 2005-2017 | 28 | 2.2 | D | 4 | M | EX, DiCOR
# Proton | 1 | Standard, Executive, Premium
Saga | sed | 2008- | 13 | 1.3 | P | F | AM | GL, GLS, Premium
Persona | sed | 2008- | 16 | 1.6 | P | F | AM | GL, Executive
Gen-2 | hat | 2005-2014 | 15 | 1.6 | P | F | MA | GL, GX
X50 | suv | 2022- | 28 | 1.5 | P | F | A | Standard, Executive, Premium
X70 | suv | 2022- | 34 | 1.5 | P | F | A | Standard, Executive, X
`)
