import { readMakes } from './read-makes.ts'

/** Makes of North America, China and Nigeria. */
export const otherMakes = readMakes(`
# Ford | 30 | Ambiente, Trend, Titanium
Figo | hat | 2010-2021 | 15 | 1.4, 1.5 | P | F | MA | Ambiente, Trend, Titanium
Fiesta | hat | 2003-2022 | 21 | 1.0, 1.4, 1.6 | PD | F | MA | Ambiente, Trend, ST
Focus | hat | 2000-2019 | 28 | 1.0, 1.6, 2.0 | PD | F | MA | Ambiente, Trend, SE, ST
Fusion | sed | 2006-2020 | 34 | 1.5, 2.0, 2.5 | P | F | A | S, SE, SEL, Titanium
EcoSport | suv | 2013-2022 | 24 | 1.0, 1.5 | PD | F | MS | Ambiente, Trend, Titanium
Escape | suv | 2001- | 38 | 1.6, 2.0, 2.5 | P | A | A | S, SE, XLT, Limited
Edge | suv | 2007-2024 | 46 | 2.0, 3.5 | P | A | A | SE, SEL, Limited, Sport
Explorer | suv | 1999- | 58 | 2.3, 3.5, 4.0 | P | 4 | A | XLT, Limited, Eddie Bauer
Everest | suv | 2009- | 64 | 2.0, 2.2, 3.2 | D | 4 | A | XLS, XLT, Sport, Limited
Kuga | suv | 2013-2022 | 36 | 1.5, 2.0 | PD | F | AM | Ambiente, Trend, Titanium
Ranger | pic | 1999- | 56 | 2.0, 2.2, 3.2 | D | 4 | AM | XL, XLS, XLT, Wildtrak
F-150 | pic | 2004- | 92 | 3.5, 5.0, 5.4 | P | 4 | A | XLT, Lariat, Platinum
Mustang | cou | 1999- | 78 | 2.3, 4.0, 5.0 | P | R | AM | EcoBoost, GT, V6
Transit | bus | 2000- | 50 | 2.2, 2.4 | D | R | M | Tourneo, Kombi, Jumbo
# Chevrolet | 8 | L, LS, LT, LTZ
Spark | hat | 2005-2022 | 14 | 1.0, 1.2 | P | F | MA | Lite, L, LS, LT
Aveo | sed | 2004-2017 | 16 | 1.5, 1.6 | P | F | MA | L, LS, LT
Cruze | sed | 2009-2019 | 26 | 1.6, 1.8 | PD | F | MA | L, LS, LT
Captiva | suv | 2007-2017 | 36 | 2.2, 2.4, 3.0 | PD | F | AM | LS, LT, LTZ
Trailblazer | suv | 2002-2017 | 46 | 2.5, 2.8, 4.2 | PD | 4 | AM | LT, LTZ
Utility | pic | 2011-2018 | 15 | 1.4, 1.8 | P | F | M | Base, Club, Sport
Camaro | cou | 2010-2024 | 72 | 2.0, 3.6, 6.2 | P | R | AM | LT, SS, ZL1
Tahoe | suv | 2000- | 110 | 5.3 | P | 4 | A | LS, LT, Premier
# Cadillac | 1.5 | Luxury, Premium, Platinum
CTS | sed | 2003-2019 | 54 | 2.8, 3.6 | P | R | A | Base, Luxury, Premium
SRX | suv | 2004-2016 | 56 | 3.0, 3.6 | P | F | A | Base, Luxury, Premium
XT5 | suv | 2017- | 66 | 2.0, 3.6 | P | A | A | Luxury, Premium
Escalade | suv | 2002- | 160 | 6.0, 6.2 | P | 4 | A | Luxury, Premium, Platinum
# Chrysler | 2 | Touring, Limited
300C | sed | 2005-2023 | 50 | 3.0, 3.5, 5.7 | PD | R | A | Touring, Limited, SRT8
PT Cruiser | hat | 2001-2010 | 24 | 2.0, 2.4 | P | F | MA | Classic, Touring, Limited
Grand Voyager | mpv | 2000-2015 | 46 | 2.8, 3.3 | PD | F | A | SE, LX, Limited
Sebring | con | 2001-2010 | 34 | 2.4, 2.7 | P | F | A | LX, Touring, Limited
# Dodge | 3 | SE, SXT, R/T
Caliber | hat | 2007-2012 | 24 | 1.8, 2.0 | P | F | MA | SE, SXT
Journey | mpv | 2009-2020 | 36 | 2.4, 2.7, 3.6 | P | F | A | SE, SXT, R/T
Charger | sed | 2006-2023 | 66 | 3.5, 3.6, 5.7 | P | R | A | SE, SXT, R/T
Challenger | cou | 2008-2023 | 72 | 3.6, 5.7, 6.4 | P | R | AM | SXT, R/T, SRT
Durango | suv | 2004- | 72 | 3.6, 4.7, 5.7 | P | A | A | SXT, Crew, R/T
Nitro | suv | 2007-2012 | 38 | 2.8, 3.7, 4.0 | PD | 4 | A | SXT, SLT, R/T
# Jeep | 7 | Sport, Longitude, Limited
Wrangler | suv | 1999- | 82 | 2.8, 3.6, 3.8 | PD | 4 | AM | Sport, Sahara, Rubicon
Grand Cherokee | suv | 1999- | 92 | 3.0, 3.6, 5.7 | PD | 4 | A | Laredo, Limited, Overland
Cherokee | suv | 2002-2023 | 56 | 2.4, 3.2 | P | 4 | A | Longitude, Limited, Trailhawk
Renegade | suv | 2015-2023 | 40 | 1.4, 1.6, 2.4 | P | F | MA | Sport, Longitude, Limited
Compass | suv | 2007- | 44 | 1.4, 2.0, 2.4 | P | F | AM | Sport, Longitude, Limited
Patriot | suv | 2007-2017 | 36 | 2.0, 2.4 | PD | F | AM | Sport, Limited
# Tesla | 1.5 | Standard Range, Long Range, Performance
Model 3 | sed | 2018- | 78 | 55 kWh, 75 kWh | E | R | A | Standard Range, Long Range, Performance
Model Y | suv | 2020- | 86 | 75 kWh | E | A | A | Long Range, Performance
Model S | sed | 2013- | 150 | 75 kWh, 100 kWh | E | A | A | 75D, 100D, Plaid
Model X | suv | 2016- | 160 | 75 kWh, 100 kWh | E | A | A | 75D, 100D, Plaid
# BYD | 3 | Standard, Comfort, Extended
Dolphin | hat | 2023- | 38 | 44 kWh, 60 kWh | E | F | A | Standard, Extended
Atto 3 | suv | 2022- | 48 | 50 kWh, 60 kWh | E | F | A | Standard, Extended
Seal | sed | 2023- | 62 | 82 kWh | E | R | A | Premium, Performance
Sealion 6 | suv | 2024- | 52 | 1.5 | H | F | A | Comfort, Premium
Shark | pic | 2024- | 72 | 1.5 | H | 4 | A | Premium
# MG | 5 | Core, Comfort, Luxury
MG 3 | hat | 2012- | 17 | 1.5 | PH | F | MA | Core, Comfort
MG 5 | sed | 2021- | 22 | 1.5 | P | F | AM | Core, Comfort, Luxury
MG 6 | sed | 2012-2020 | 24 | 1.8 | P | F | AM | Comfort, Deluxe
ZS | suv | 2018- | 26 | 1.3, 1.5 | P | F | AM | Core, Comfort, Luxury
HS | suv | 2020- | 34 | 1.5, 2.0 | P | F | A | Comfort, Luxury, Trophy
MG 4 | hat | 2023- | 40 | 51 kWh, 64 kWh | E | R | A | Comfort, Luxury, XPower
# Haval | 9 | Premium, Luxury, Super Luxury
H1 | suv | 2016-2021 | 17 | 1.5 | P | F | MS | Base, Vanity
H2 | suv | 2016-2021 | 24 | 1.5 | P | F | AM | City, Premium, Luxury
H6 | suv | 2017- | 36 | 1.5, 2.0 | PH | F | A | Premium, Luxury, Super Luxury
H9 | suv | 2017- | 54 | 2.0 | P | 4 | A | Luxury, Super Luxury
Jolion | suv | 2021- | 28 | 1.5 | PH | F | AM | City, Premium, Luxury
# GWM | 7 | S, SX, LT
Steed 5 | pic | 2011-2023 | 22 | 2.0, 2.2 | PD | R | M | Workhorse, SX, Xscape
P-Series | pic | 2020- | 40 | 2.0 | D | 4 | AM | SX, LT, LS
Tank 300 | suv | 2023- | 56 | 2.0 | PH | 4 | A | Luxury, Super Luxury
Florid | hat | 2009-2014 | 13 | 1.5 | P | F | M | Lux, Cross
Ora 03 | hat | 2023- | 42 | 48 kWh, 63 kWh | E | F | A | Super Luxury, Ultra Luxury
# Chery | 8 | Pro, Elite, Executive
QQ | hat | 2008-2018 | 9 | 0.8, 1.0, 1.1 | P | F | MA | TE, TX
Tiggo | suv | 2008-2017 | 22 | 1.6, 2.0 | P | F | MA | TE, TX
Tiggo 4 Pro | suv | 2021- | 25 | 1.5 | P | F | AM | Urban, Comfort, Elite
Tiggo 7 Pro | suv | 2022- | 34 | 1.5, 1.6 | P | F | A | Distinction, Executive, Max
Tiggo 8 Pro | suv | 2021- | 44 | 1.6, 2.0 | P | F | A | Distinction, Executive, Max
Arrizo 5 | sed | 2017-2023 | 20 | 1.5 | P | F | AM | Comfort, Luxury
# Jetour | 2 | Momentum, Deluxe
Dashing | suv | 2023- | 34 | 1.5, 1.6 | P | F | A | Momentum, Deluxe
X70 Plus | suv | 2022- | 36 | 1.5, 1.6 | P | F | A | Momentum, Deluxe
X90 Plus | suv | 2022- | 42 | 1.6, 2.0 | P | F | A | Deluxe, Aspira
T2 | suv | 2024- | 46 | 2.0 | P | A | A | Odyssey, Aspira
# Omoda | 2 | Street, Lux, Elegance
C5 | suv | 2023- | 32 | 1.5, 1.6 | P | F | AM | Street, Lux, Elegance
C5 GT | suv | 2024- | 40 | 1.6 | P | F | A | FWD, Elegance
C7 | suv | 2025- | 44 | 1.6 | PH | F | A | Luxury, Elegance
C9 | suv | 2024- | 56 | 2.0 | PH | A | A | Inspire, Explore
# Jaecoo | 1.5 | Vortex, Glacier, Inferno
J5 | suv | 2025- | 34 | 1.5 | P | F | A | Vortex, Glacier
J7 | suv | 2024- | 42 | 1.6 | PH | F | A | Vortex, Glacier, Inferno
J7 SHS | suv | 2024- | 50 | 1.5 | H | F | A | Glacier, Inferno
J8 | suv | 2025- | 58 | 2.0 | P | A | A | Glacier, Inferno
# JAC | 2 | LX, LUX
T6 | pic | 2017- | 26 | 2.0, 2.8 | PD | 4 | M | LX, LUX
T8 | pic | 2019- | 34 | 1.9, 2.0 | D | 4 | MA | LX, LUX, Super Lux
S3 | suv | 2014-2022 | 22 | 1.6 | P | F | MA | Comfort, Intelligent
J4 | sed | 2016-2023 | 18 | 1.5 | P | F | MA | Comfort, Luxury
# BAIC | 2 | Fashion, Elite, Dignity
X25 | suv | 2017-2022 | 20 | 1.5 | P | F | MA | Comfort, Elite
X55 | suv | 2021- | 32 | 1.5 | P | F | A | Dynamic, Elite, Premium
B40 Plus | suv | 2021- | 46 | 2.0 | PD | 4 | A | City Hunter, Champion
D20 | hat | 2017-2022 | 13 | 1.3, 1.5 | P | F | MA | Comfort, Fashion
# Changan | 3 | Comfort, Luxury
Alsvin | sed | 2019- | 18 | 1.4, 1.5 | P | F | MS | Comfort, Lumiere
Eado | sed | 2014- | 24 | 1.4, 1.6 | P | F | AM | Comfort, Plus
CS35 Plus | suv | 2019- | 28 | 1.4, 1.6 | P | F | AM | Comfort, Luxury
CS75 Plus | suv | 2020- | 36 | 1.5, 2.0 | P | F | A | Luxury, Pilot
Uni-T | suv | 2021- | 38 | 1.5 | P | F | A | Comfort, Luxury
# GAC | 3 | GS, GE, GL
GA4 | sed | 2018- | 24 | 1.3, 1.5 | P | F | A | GE, GL
GS3 | suv | 2018- | 26 | 1.3, 1.5 | P | F | A | GE, GB
GS4 | suv | 2016- | 32 | 1.3, 1.5 | P | F | A | GE, GL
GS8 | suv | 2018- | 50 | 2.0 | P | A | A | GL, GX
Emkoo | suv | 2023- | 38 | 1.5 | PH | F | A | GB, GL
# Geely | 3 | Standard, Executive, Luxury
LC | hat | 2010-2016 | 11 | 1.0, 1.3 | P | F | M | GB, GL
Emgrand | sed | 2011- | 20 | 1.5, 1.8 | P | F | AM | GS, GL, Executive
Coolray | suv | 2020- | 30 | 1.5 | P | F | A | Standard, Executive, Sport
Azkarra | suv | 2021- | 38 | 1.5 | PH | A | A | Executive, Luxury
Okavango | suv | 2022- | 40 | 1.5 | P | F | A | Comfort, Urban
# Innoson | 8 | Standard, Plus
G5 | suv | 2016- | 36 | 2.0, 2.4 | P | F | MA | Standard, Plus
G6 | suv | 2019- | 42 | 2.0 | P | F | A | Standard, Plus
Caris | sed | 2019- | 22 | 1.5 | P | F | MA | Standard, Plus
Fox | hat | 2014-2022 | 15 | 1.5 | P | F | M | Standard, Plus
Umu | sed | 2014-2022 | 20 | 2.0 | P | F | M | Standard, Plus
Carrier | pic | 2018- | 36 | 2.4, 2.8 | PD | 4 | M | Standard, 4WD
5000 | bus | 2013- | 34 | 2.2, 2.7 | PD | R | M | Standard, 18-Seater
`)
