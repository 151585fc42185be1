import { readMakes } from './read-makes.ts'

/** Makes of Europe. */
export const europeanMakes = readMakes(`
# Mercedes-Benz | 40 | Avantgarde, AMG Line, Exclusive, Edition C
A-Class | hat | 2005- | 52 | 1.3, 1.6, 2.0 | PD | F | AM | A 180, A 200, A 250
C-Class | sed | 1998- | 66 | 1.8, 2.0, 3.0 | PD | R | A | C 180, C 200, C 300, C 63 AMG
E-Class | sed | 1998- | 88 | 2.0, 3.0, 3.5 | PD | R | A | E 200, E 220d, E 350, E 400
S-Class | sed | 1999- | 170 | 3.0, 4.7, 5.5 | P | R | A | S 400, S 500, S 550
CLA | cou | 2013- | 58 | 1.6, 2.0 | P | F | A | CLA 200, CLA 250, CLA 45
GLA | suv | 2014- | 58 | 1.6, 2.0 | PD | F | A | GLA 200, GLA 250
GLC | suv | 2016- | 78 | 2.0 | PD | A | A | GLC 220d, GLC 250, GLC 300
GLE | suv | 2015- | 112 | 2.0, 3.0 | PD | A | A | GLE 350d, GLE 400, GLE 450
ML-Class | suv | 1999-2015 | 92 | 3.0, 3.5, 5.0 | PD | A | A | ML 320, ML 350, ML 500
GLK | suv | 2009-2015 | 66 | 3.5 | P | A | A | GLK 300, GLK 350
G-Class | suv | 2000- | 240 | 4.0, 5.5 | P | 4 | A | G 500, G 550, AMG G 63
V-Class | mpv | 2015- | 92 | 2.0, 2.1 | D | R | A | V 220d, V 250d, V 300d
EQB | suv | 2022- | 82 | 66 kWh | E | A | A | EQB 250, EQB 350
Vito | bus | 2000- | 62 | 2.1 | D | R | MA | 114 CDI, 116 CDI, Tourer
# BMW | 26 | Sport Line, Luxury Line, M Sport
1 Series | hat | 2005- | 46 | 1.5, 1.6, 2.0 | PD | R | AM | 116i, 118i, 120d, M135i
2 Series | cou | 2014- | 56 | 2.0, 3.0 | P | R | AM | 220i, 230i, M240i
3 Series | sed | 1998- | 62 | 2.0, 3.0 | PD | R | AM | 318i, 320i, 320d, 330i
4 Series | con | 2014- | 76 | 2.0, 3.0 | P | R | A | 420i, 428i, 440i
5 Series | sed | 1998- | 84 | 2.0, 3.0 | PD | R | A | 520i, 520d, 528i, 530i
7 Series | sed | 1999- | 150 | 3.0, 4.4 | P | R | A | 730d, 740i, 750Li
X1 | suv | 2010- | 52 | 1.5, 2.0 | PD | F | AM | sDrive18i, sDrive20d, xDrive28i
X3 | suv | 2004- | 72 | 2.0, 3.0 | PD | A | A | xDrive20d, xDrive28i, xDrive30i
X5 | suv | 2000- | 112 | 3.0, 4.4, 4.8 | PD | A | A | xDrive30d, xDrive35i, xDrive50i
X6 | suv | 2008- | 124 | 3.0, 4.4 | PD | A | A | xDrive35i, xDrive40d, M50i
Z4 | con | 2003- | 68 | 2.0, 3.0 | P | R | AM | sDrive20i, 3.0si
iX3 | suv | 2021- | 88 | 74 kWh | E | R | A | Inspiring, Impressive
# Audi | 16 | Attraction, S line, Premium Plus
A1 | hat | 2011- | 36 | 1.0, 1.2, 1.4 | P | F | MS | 30 TFSI, 35 TFSI, S line
A3 | hat | 2000- | 46 | 1.2, 1.4, 2.0 | PD | F | MS | 1.4 TFSI, 35 TFSI, S line
A4 | sed | 1999- | 56 | 1.8, 2.0 | PD | F | AM | 1.8T, 2.0 TDI, 40 TFSI
A5 | cou | 2008- | 66 | 2.0, 3.2 | P | A | A | 2.0T quattro, 40 TFSI
A6 | sed | 1999- | 78 | 2.0, 3.0 | PD | A | A | 2.8, 3.0T quattro, 40 TDI
Q3 | suv | 2012- | 54 | 1.4, 2.0 | P | F | AS | 1.4 TFSI, 35 TFSI, S line
Q5 | suv | 2009- | 74 | 2.0, 3.2 | PD | A | A | 2.0T, 40 TDI, 45 TFSI
Q7 | suv | 2007- | 108 | 3.0, 3.6 | PD | A | A | 3.0 TDI, 3.6 quattro, 45 TDI
TT | cou | 2000-2023 | 60 | 1.8, 2.0 | P | F | MS | 1.8T, 2.0 TFSI, S line
e-tron | suv | 2020-2023 | 110 | 71 kWh, 95 kWh | E | A | A | 50, 55, Sportback
# Volkswagen | 40 | Trendline, Comfortline, Highline, R-Line
Polo | hat | 2002- | 22 | 1.0, 1.2, 1.4 | P | F | MS | Trendline, Comfortline, Highline, GTI
Polo Vivo | hat | 2010- | 16 | 1.4, 1.6 | P | F | MS | Trendline, Comfortline, Blueline
Golf | hat | 1998- | 38 | 1.4, 1.6, 2.0 | PD | F | MS | 1.4 TSI, TDI, GTI, R
Jetta | sed | 1999-2022 | 30 | 1.4, 1.8, 2.0 | PD | F | MAS | Trendline, Comfortline, SE
Passat | sed | 1998-2022 | 38 | 1.8, 2.0, 2.5 | PD | F | AM | Comfortline, SE, SEL
Tiguan | suv | 2008- | 46 | 1.4, 2.0 | PD | F | AS | Trendline, Comfortline, R-Line
Touareg | suv | 2003- | 96 | 3.0, 3.2, 3.6 | PD | A | A | V6 TDI, Executive, R-Line
T-Cross | suv | 2019- | 30 | 1.0, 1.5 | P | F | MS | Comfortline, Highline, R-Line
Amarok | pic | 2011- | 62 | 2.0, 3.0 | D | 4 | AM | Trendline, Highline, V6 Aventura
Caddy | mpv | 2004- | 36 | 1.6, 2.0 | PD | F | MS | Trendline, Maxi, Cross
Transporter | bus | 1999- | 52 | 1.9, 2.0, 2.5 | D | F | MA | Kombi, Crew Bus, T6.1
Caravelle | mpv | 2004- | 82 | 2.0 | D | F | A | Comfortline, Highline
ID.4 | suv | 2021- | 66 | 77 kWh | E | R | A | Pro, Pro S
# Porsche | 4 | Base, S, GTS
911 | cou | 1999- | 200 | 3.0, 3.6, 3.8 | P | R | AS | Carrera, Carrera S, Turbo
Boxster | con | 1999-2016 | 92 | 2.7, 3.2, 3.4 | P | R | MS | Base, S, GTS
Cayenne | suv | 2003- | 140 | 3.0, 3.6, 4.8 | PD | A | A | Base, S, Diesel, Turbo
Macan | suv | 2014- | 96 | 2.0, 3.0 | PD | A | A | Base, S, GTS
Panamera | sed | 2010- | 150 | 2.9, 3.6, 4.8 | PH | A | A | 4, 4S, E-Hybrid
Taycan | sed | 2020- | 170 | 79 kWh, 93 kWh | E | A | A | 4S, Turbo
# Opel | 6 | Essentia, Enjoy, Cosmo
Corsa | hat | 1998- | 19 | 1.0, 1.2, 1.4 | P | F | MA | Essentia, Enjoy, Lite
Astra | hat | 1999- | 28 | 1.4, 1.6, 1.8 | P | F | MA | Essentia, Enjoy, Sport
Mokka | suv | 2013- | 32 | 1.2, 1.4 | P | F | AM | Enjoy, Cosmo, Elegance
Vectra | sed | 1999-2009 | 28 | 1.8, 2.2 | P | F | MA | Comfort, CD, GTS
Corsa Utility | pic | 1999-2017 | 15 | 1.4, 1.8 | PD | F | M | Base, Club, Sport
# Volvo | 6 | Momentum, Inscription, R-Design
S40 | sed | 2000-2012 | 38 | 1.6, 2.0, 2.4 | P | F | AM | 2.4i, T5
S60 | sed | 2001- | 54 | 2.0, 2.5 | P | F | A | T4, T5, Inscription
V60 | wag | 2012- | 58 | 2.0 | PD | F | A | D4, T5, Cross Country
XC40 | suv | 2018- | 58 | 1.5, 2.0 | P | F | A | Momentum, R-Design
XC60 | suv | 2009- | 74 | 2.0, 3.0 | PD | A | A | D5, T5, Inscription
XC90 | suv | 2003- | 104 | 2.0, 2.5, 3.2 | PDH | A | A | D5, T6, T8 Inscription
# Peugeot | 12 | Active, Allure, GT
206 | hat | 1999-2010 | 17 | 1.4, 1.6 | P | F | MA | X-Line, XR, XS
208 | hat | 2013- | 23 | 1.0, 1.2 | P | F | MA | Like, Active, GT Line
307 | hat | 2002-2008 | 22 | 1.6, 2.0 | P | F | MA | X-Line, XS
308 | hat | 2008- | 32 | 1.2, 1.6 | P | F | AM | Active, Allure
406 | sed | 1998-2004 | 28 | 1.8, 2.0 | P | F | MA | ST, SV, Coupe
407 | sed | 2005-2011 | 32 | 2.0, 2.2 | P | F | AM | ST, Comfort
508 | sed | 2012- | 40 | 1.6 | P | F | A | Active, Allure
3008 | suv | 2010- | 40 | 1.6 | PD | F | A | Active, Allure, GT
2008 | suv | 2014- | 28 | 1.2, 1.6 | P | F | MA | Active, Allure, GT
Partner | mpv | 1999- | 26 | 1.4, 1.6 | PD | F | M | Tepee, Comfort
# Renault | 12 | Expression, Dynamique, Intens
Kwid | hat | 2016- | 12 | 1.0 | P | F | MS | Life, Zen, Climber
Clio | hat | 1999- | 21 | 0.9, 1.2, 1.4 | P | F | MA | Authentique, Expression, Dynamique
Sandero | hat | 2009-2022 | 16 | 0.9, 1.6 | P | F | MS | Expression, Stepway
Logan | sed | 2006-2020 | 14 | 1.4, 1.6 | P | F | M | Ambiance, Expression
Megane | hat | 2000-2021 | 26 | 1.2, 1.6, 2.0 | PD | F | MA | Authentique, Dynamique, R.S.
Captur | suv | 2015- | 26 | 0.9, 1.2 | P | F | MA | Expression, Dynamique, Intens
Duster | suv | 2013- | 27 | 1.5, 1.6 | PD | F | MA | Expression, Dynamique, Techroad
Triber | mpv | 2020- | 15 | 1.0 | P | F | MS | Expression, Dynamique, Prestige
Kiger | suv | 2021- | 17 | 1.0 | P | F | MA | Life, Zen, Intens
Koleos | suv | 2009-2022 | 36 | 2.0, 2.5 | PD | A | AM | Dynamique, Privilege
# Citroën | 3 | Feel, Shine
C3 | hat | 2003- | 19 | 1.2, 1.4, 1.6 | P | F | MA | Feel, Shine, Max
C4 | hat | 2005- | 26 | 1.2, 1.6, 2.0 | P | F | AM | VTi, Seduction, Shine
C5 Aircross | suv | 2019- | 38 | 1.6 | P | F | A | Feel, Shine
Berlingo | mpv | 2000- | 26 | 1.4, 1.6 | PD | F | M | Multispace, Feel
DS3 | hat | 2010-2019 | 26 | 1.2, 1.6 | P | F | MA | Design, Style, Sport
# Fiat | 4 | Pop, Lounge, Active
Punto | hat | 2000-2018 | 17 | 1.2, 1.4 | P | F | M | Active, Pop, Sport
500 | hat | 2008- | 21 | 0.9, 1.2, 1.4 | P | F | MS | Pop, Lounge, Abarth Look
Palio | hat | 2000-2014 | 12 | 1.2 | P | F | M | Go!, EL, Vibe
Panda | hat | 2004-2022 | 15 | 0.9, 1.2 | P | F | M | Easy, Lounge, 4x4
Tipo | sed | 2017-2023 | 22 | 1.4, 1.6 | P | F | MA | Pop, Easy, Lounge
500X | suv | 2016-2023 | 28 | 1.4 | P | F | MS | Pop, Cross, Cross Plus
# Abarth | 0.5 | Base, Turismo, Competizione
500 | hat | 2010-2016 | 34 | 1.4 | P | F | MS | Base, Esseesse
595 | hat | 2016-2024 | 40 | 1.4 | P | F | MS | Base, Turismo, Competizione
695 | hat | 2018-2024 | 48 | 1.4 | P | F | MS | Rivale, Biposto
124 Spider | con | 2017-2020 | 46 | 1.4 | P | R | MA | Base, Turismo
# Alfa Romeo | 2 | Super, Veloce
147 | hat | 2001-2010 | 26 | 1.6, 2.0 | P | F | MS | T.Spark, Distinctive
156 | sed | 1999-2006 | 30 | 2.0, 2.5 | P | F | MS | T.Spark, V6
Giulietta | hat | 2011-2020 | 34 | 1.4, 1.8 | P | F | MS | Progression, Distinctive, QV
Giulia | sed | 2017- | 66 | 2.0, 2.9 | P | R | A | Super, Veloce, Quadrifoglio
Stelvio | suv | 2018- | 76 | 2.0, 2.9 | P | A | A | Super, Veloce
Tonale | suv | 2023- | 52 | 1.5 | H | F | A | Ti, Veloce
# Ferrari | 0.5 | Base
360 Modena | cou | 1999-2005 | 210 | 3.6 | P | R | MS | Base, F1
F430 | cou | 2005-2009 | 230 | 4.3 | P | R | MS | Base, F1, Spider
California | con | 2009-2017 | 230 | 3.9, 4.3 | P | R | S | Base, T
458 Italia | cou | 2010-2015 | 260 | 4.5 | P | R | S | Base, Spider
488 | cou | 2016-2019 | 290 | 3.9 | P | R | S | GTB, Spider
# Lamborghini | 0.4 | Base
Gallardo | cou | 2004-2013 | 220 | 5.0, 5.2 | P | A | SM | Base, LP 560-4, Spyder
Huracán | cou | 2014-2024 | 290 | 5.2 | P | A | S | LP 610-4, EVO
Aventador | cou | 2012-2022 | 420 | 6.5 | P | A | S | LP 700-4, S
Urus | suv | 2018- | 320 | 4.0 | P | A | A | Base, S, Performante
# Maserati | 0.8 | Base, GranLusso, GranSport
Ghibli | sed | 2014-2023 | 98 | 3.0 | P | R | A | Base, S, GranLusso
Quattroporte | sed | 2004-2023 | 130 | 3.0, 4.2, 4.7 | P | R | A | Base, S, GTS
GranTurismo | cou | 2008-2019 | 140 | 4.2, 4.7 | P | R | AS | Base, S, Sport
Levante | suv | 2017-2024 | 112 | 3.0, 3.8 | P | A | A | Base, S, GranSport
# Bentley | 0.5 | Base, Azure, Speed
Continental GT | cou | 2004- | 250 | 4.0, 6.0 | P | A | A | W12, V8, Speed
Flying Spur | sed | 2006- | 260 | 4.0, 6.0 | P | A | A | W12, V8, Azure
Bentayga | suv | 2016- | 280 | 4.0, 6.0 | P | A | A | V8, Azure, Speed
Mulsanne | sed | 2011-2020 | 300 | 6.8 | P | R | A | Base, Speed
# Rolls-Royce | 0.3 | Base, Black Badge
Ghost | sed | 2010- | 380 | 6.6, 6.75 | P | R | A | Base, Black Badge, EWB
Phantom | sed | 2004- | 480 | 6.75 | P | R | A | Base, EWB
Wraith | cou | 2014-2022 | 400 | 6.6 | P | R | A | Base, Black Badge
Cullinan | suv | 2019- | 460 | 6.75 | P | A | A | Base, Black Badge
# Aston Martin | 0.4 | Base, S
V8 Vantage | cou | 2006-2017 | 160 | 4.3, 4.7 | P | R | MS | Base, S, N430
DB9 | cou | 2004-2016 | 190 | 5.9 | P | R | AM | Base, Volante
DB11 | cou | 2017-2023 | 240 | 4.0, 5.2 | P | R | A | V8, V12
DBX | suv | 2021- | 270 | 4.0 | P | A | A | Base, 707
# Jaguar | 5 | Prestige, R-Sport, Portfolio
X-Type | sed | 2002-2009 | 40 | 2.0, 2.5, 3.0 | PD | A | AM | SE, Sport
XE | sed | 2016-2023 | 58 | 2.0 | PD | R | A | Pure, Prestige, R-Sport
XF | sed | 2008-2023 | 70 | 2.0, 3.0 | PD | R | A | Luxury, Prestige, Portfolio
F-Pace | suv | 2016-2024 | 82 | 2.0, 3.0 | PD | A | A | Pure, Prestige, R-Sport
F-Type | cou | 2014-2024 | 112 | 2.0, 3.0, 5.0 | P | R | A | P300, S, R
I-Pace | suv | 2019-2024 | 98 | 90 kWh | E | A | A | S, SE, HSE
# Land Rover | 20 | S, SE, HSE
Defender | suv | 1999- | 108 | 2.0, 2.2, 3.0 | PD | 4 | AM | 90 SE, 110 HSE, 110 X-Dynamic
Discovery | suv | 1999- | 98 | 2.7, 3.0 | PD | 4 | A | TDV6 S, SE, HSE
Discovery Sport | suv | 2015- | 66 | 2.0 | PD | A | A | S, SE, HSE Luxury
Freelander 2 | suv | 2007-2015 | 48 | 2.2, 3.2 | PD | A | AM | S, SE, HSE
Range Rover | suv | 2002- | 210 | 3.0, 4.2, 5.0 | PD | 4 | A | HSE, Vogue, Autobiography
Range Rover Sport | suv | 2005- | 140 | 2.7, 3.0, 5.0 | PD | 4 | A | HSE, Supercharged, Autobiography
Range Rover Evoque | suv | 2011- | 72 | 2.0, 2.2 | PD | A | A | Pure, Dynamic, HSE
Range Rover Velar | suv | 2018- | 92 | 2.0, 3.0 | PD | A | A | S, SE, R-Dynamic
# Mini | 5 | Base, Cooper, Cooper S
Cooper | hat | 2002- | 38 | 1.5, 1.6, 2.0 | P | F | MA | Base, Pepper, Chili
Cooper S | hat | 2002- | 46 | 1.6, 2.0 | P | F | MA | Base, JCW
Countryman | suv | 2011- | 46 | 1.5, 1.6, 2.0 | PD | F | AM | Cooper, Cooper S
Clubman | wag | 2008-2024 | 42 | 1.5, 1.6, 2.0 | P | F | AM | Cooper, Cooper S
Convertible | con | 2005- | 46 | 1.5, 1.6 | P | F | AM | Cooper, Cooper S
`)
