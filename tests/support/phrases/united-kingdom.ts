/** What buyers in the United Kingdom type, and what they mean by it. */
export const unitedKingdom = `
ford fiesta 1.0 ecoboost zetec | Ford/Fiesta, #1.0 l, "ecoboost", "zetec"
ford fiesta 65 plate | Ford/Fiesta, year 2015..2016
ford focus estate 1.5 tdci | Ford/Focus, Wagon, #1.5 l, Diesel
vauxhall corsa 1.2 sxi | Opel/Corsa, #1.2 l, "sxi"
vauxhall astra 1.6 sri 2014 | Opel/Astra, #1.6 l, year 2014..2014, "sri"
vauxhall insignia | no Insignia
vauxhall mokka automatic | Opel/Mokka, Automatic
vw golf 1.6 tdi match | Volkswagen/Golf, #1.6 l, Diesel, "match"
vw golf gtd 17 plate | Volkswagen/Golf, year 2017..2017, "gtd"
volkswagen up | no Up
vw polo 1.2 3 door | Volkswagen/Polo, #1.2 l, doors Hatchback+Coupe
polo 5 door petrol | Volkswagen/Polo, doors Hatchback+SUV+Wagon+MPV, Petrol+Gasoline
mini cooper s convertible | Mini/Cooper S, Convertible
mini one 2012 | Mini, year 2012..2012, "one"
bmw 320d m sport auto | BMW, BMW/3 Series, Diesel, Automatic, "m", "sport"
bmw 1 series 116d | BMW/1 Series, BMW/1 Series, Diesel
bmw 118i 5dr | BMW, BMW/1 Series, doors Hatchback+SUV+Wagon+MPV
3 series touring | BMW/3 Series, Wagon
audi a3 sportback s line | Audi/A3, "sportback", "s", "line"
audi a1 1.4 tfsi | Audi/A1, #1.4 l, Petrol+Gasoline
audi q3 quattro | Audi/Q3, #4wd+awd
mercedes a class amg line | Mercedes-Benz/A-Class, "amg", "line"
mercedes a180 | Mercedes-Benz, Mercedes-Benz/A-Class
merc c220d estate | Mercedes-Benz, Mercedes-Benz/C-Class, Diesel, Wagon
nissan qashqai 1.5 dci | Nissan/Qashqai, #1.5 l, Diesel
nissan juke 1.6 | no Juke, #1.6 l
nissan micra auto | Nissan/Micra, Automatic
nissan leaf 30kwh | Nissan/Leaf, "30kwh"
toyota yaris hybrid | Toyota/Yaris, Hybrid
toyota aygo 3dr | no Aygo, doors Hatchback+Coupe
toyota prius | no Prius
toyota auris hybrid | no Auris, Hybrid
honda jazz automatic low miles | Honda/Jazz, Automatic, by mileage_low_high
honda civic 1.8 vtec | Honda/Civic, #1.8 l, "vtec"
kia sportage 1.7 crdi | Kia/Sportage, #1.7 l, Diesel
kia ceed 2015 | no Ceed, year 2015..2015
kia picanto | Kia/Picanto
hyundai i10 | Hyundai/i10
hyundai i20 under £6000 | Hyundai/i20, price ..6000 £
hyundai tucson hybrid | Hyundai/Tucson, Hybrid
skoda octavia estate 2.0 tdi | no Octavia, Wagon, #2.0 l, Diesel
skoda fabia | no Fabia
seat ibiza fr | no Ibiza, "fr"
seat leon cupra | no Leon, "cupra"
renault clio 0.9 tce | Renault/Clio, #0.9 l, "tce"
renault captur | Renault/Captur
peugeot 208 1.2 puretech | Peugeot/208, #1.2 l, "puretech"
peugeot 107 | no 107
citroen c1 | no C1
citroen c3 aircross | no C3 Aircross
fiat 500 lounge | Fiat/500, "lounge"
fiat panda 4x4 | Fiat/Panda, #4wd+awd
dacia sandero stepway | no Dacia, Renault/Sandero, "stepway"
dacia duster 4wd | no Dacia, Renault/Duster, #4wd+awd
land rover discovery sport | Land Rover/Discovery Sport
land rover freelander 2 | Land Rover/Freelander 2
range rover evoque 2.0 td4 | Land Rover/Range Rover Evoque, #2.0 l, Diesel
jaguar xf 2.2 diesel | Jaguar/XF, #2.2 l, Diesel
jaguar f type v6 | Jaguar/F-Type, "v6"
volvo xc60 d5 awd | Volvo/XC60, #4wd+awd, "d5"
volvo v70 | no V70
tesla model 3 long range | Tesla/Model 3, "long", "range"
electric car 200 mile range | Electric, "200", "mile", "range"
electric 250 miles range under 20k | Electric, price ..20000, "250", "miles", "range"
plug in hybrid suv | Hybrid, SUV
petrol automatic hatchback | Petrol+Gasoline, Automatic, Hatchback
automatic cars under £3000 | Automatic, price ..3000 £
cars under 1000 pounds | price ..1000 pounds
cheap first car insurance group 1 | by price_low_high, "first", "insurance", "group", "1"
first car under £2,000 | price ..2000 £, "first"
£5k hatchback | price 4500..5500 £, Hatchback
under 5 grand | price ..5000
10k suv | price 9000..11000, SUV
between £5,000 and £8,000 | price 5000..8000 £
max £7500 petrol not automatic | price ..7500 £, Petrol+Gasoline, -Automatic
diesel estate under 100000 miles | Diesel, Wagon, mileage ..160934
under 60k miles | mileage ..96561
low mileage one owner | by mileage_low_high, "one", "owner"
less than 50,000 miles | mileage ..80467
full service history golf | Volkswagen/Golf, "full", "service", "history"
ulez compliant petrol | Petrol+Gasoline, "ulez", "compliant"
7 seater diesel automatic | #many seats, Diesel, Automatic
7 seater under £8000 | #many seats, price ..8000 £
5 door automatic petrol | doors Hatchback+SUV+Wagon+MPV, Automatic, Petrol+Gasoline
2 door coupe | doors Coupe+Convertible, Coupe
4x4 diesel with tow bar | #4wd+awd, Diesel, #tow bar
estate with tow bar | Wagon, #tow bar
panoramic roof suv | #sunroof, SUV
heated seats convertible | #heated seats, Convertible
white van | #white+pearl white, "van"
black range rover sport | #black, Land Rover/Range Rover Sport
red fiat 500 | #red+maroon+burgundy, Fiat/500
pearl white tesla | #pearl white, Tesla
grey golf r | #grey+charcoal, Volkswagen/Golf, "r"
blue mini not convertible | #blue+dark blue+light blue, Mini, -Convertible
no diesel estate | -Diesel, Wagon
anything but a corsa | -Opel/Corsa, "anything"
ford or vauxhall | Ford, Opel
fiesta vs corsa | Ford/Fiesta, Opel/Corsa
golf or focus or astra | Volkswagen/Golf, Ford/Focus, Opel/Astra
2015 to 2018 golf | year 2015..2018, Volkswagen/Golf
2016+ qashqai | year 2016.., Nissan/Qashqai
66 reg fiesta | year 2016..2017, Ford/Fiesta
18 plate polo | year 2018..2018, Volkswagen/Polo
07 plate corsa | year 2007..2007, Opel/Corsa
golf 09-12 | Volkswagen/Golf, year 2009..2012
fiesta 2012-2014 | Ford/Fiesta, year 2012..2014
nearly new qashqai | Nissan/Qashqai, "nearly", "new"
new car deals | #new, "deals"
used cars manchester | #used, "manchester"
cars near london | "london"
automatic in birmingham | Automatic, "birmingham"
saloon car diesel | Sedan, Diesel
people carrier | MPV
small automatic car | Automatic, "small"
convertible under 4k | Convertible, price ..4000
classic mini | Mini, "classic"
mx5 | Mazda/MX-5
mx-5 1.8 | Mazda/MX-5, #1.8 l
z4 roadster | BMW/Z4, Convertible
audi tt convertible | Audi/TT, Convertible
porsche 911 manual | Porsche/911, Manual
porsche boxster s | Porsche/Boxster, "s"
x5 7 seater | BMW/X5, #many seats
bmw x1 xdrive | BMW/X1, #4wd+awd
v60 polestar | Volvo/V60, "polestar"
golf mk6 | Volkswagen/Golf, "mk6"
golf mk 7 gti | Volkswagen/Golf, "mk", "7", "gti"
astra h | Opel/Astra, "h"
1.0 turbo | #1.0 l, "turbo"
2.0 litre petrol | #2.0 l, Petrol+Gasoline
1600cc | #1.6 l
long mot | "long", "mot"
cat n golf | Volkswagen/Golf, "cat", "n"
one owner from new golf | Volkswagen/Golf, "one", "owner", "new"
golf 7.5 gti | Volkswagen/Golf, "7.5", "gti"
euro 6 diesel | Diesel, "euro", "6"
golf euro 5 | Volkswagen/Golf, "euro", "5"
diesel euro 6 under 5000 euro | Diesel, price ..5000 euro, "euro", "6"
bmw 150k miles | BMW, mileage ..241402
corsa 12 months mot | Opel/Corsa, "12", "months", "mot"
polo 12 months warranty | Volkswagen/Polo, #warranty, "12", "months"
corolla 10 years old | Toyota/Corolla, "10", "years", "old"
fiesta 50 mpg | Ford/Fiesta, "50", "mpg"
golf 18 inch alloys | Volkswagen/Golf, #alloy wheels, "18", "inch"
golf 19" rims | Volkswagen/Golf, "19", "rims"
fiesta £200 a month | Ford/Fiesta, "200", "month"
£199 pm qashqai | Nissan/Qashqai, "199", "pm"
£500 deposit hyundai i20 | Hyundai/i20, "500", "deposit"
£30 tax diesel | Diesel, "30", "tax"
£35 road tax polo | Volkswagen/Polo, "35", "road", "tax"
mot until 2027 fiesta | Ford/Fiesta, "mot", "until", "2027"
never accidented golf | Volkswagen/Golf
newer shape qashqai | by year_high_low, Nissan/Qashqai
mercedes a 200 | Mercedes-Benz, Mercedes-Benz/A-Class
a 180 amg line | Mercedes-Benz/A-Class, "amg", "line"
a 2 door coupe | doors Coupe+Convertible, Coupe
£1500-2000 | price 1500..2000 £
between 1000 and 2000 | price 1000..2000
cars under 2000 | price ..2000
polo under 2000 miles | Volkswagen/Polo, mileage ..3219
nothing over 5k | price ..5000
nothing older than 2015 | year 2015..
don't want diesel | -Diesel
suv other than bmw | SUV, -BMW
anything apart from automatic | -Automatic, "anything"
avoid diesel | -Diesel
petrol rather than diesel | Petrol+Gasoline, -Diesel
don't mind automatic | Automatic
electric range 300 miles | Electric, "range", "300", "miles"
300 miles of range | "300", "miles", "range"
mercedes transporter | Mercedes-Benz, "transporter"
volvo v60 t5 | Volvo/V60, "t5"
volvo t5 | Volvo, "t5"
bought brand new corolla | Toyota/Corolla, "bought", "brand", "new"
like brand new golf | Volkswagen/Golf, "like", "brand", "new"
golf 1.9tdi | Volkswagen/Golf, #1.9 l, Diesel
2.0tdi audi | #2.0 l, Diesel, Audi
1.4tsi golf | #1.4 l, Petrol+Gasoline, Volkswagen/Golf
audi s tronic | Audi, Automatic
porsche pdk | Porsche, Automatic
land rover 90 | Land Rover, "90"
audi a1 25 tfsi | Audi/A1, Petrol+Gasoline, "25"
basic car | "basic"
superb condition bmw | BMW, "superb", "condition"
all terrain tyres | "all", "terrain", "tyres"
5 seat suv | SUV, "5", "seat"
electric tailgate | "electric", "tailgate"
tucson electric boot | Hyundai/Tucson, "electric", "boot"
auto headlights golf | Volkswagen/Golf, "auto", "headlights"
golf automatic wipers | Volkswagen/Golf, "automatic", "wipers"
new cambelt golf | Volkswagen/Golf, "new", "cambelt"
new exhaust fiesta | Ford/Fiesta, "new", "exhaust"
new golf | #new, Volkswagen/Golf
new white polo | #new, #white+pearl white, Volkswagen/Polo
new cars under 20k | #new, price ..20000
golf new | Volkswagen/Golf, #new
looking for a c class | Mercedes-Benz/C-Class
within 2000 to 3000 pounds | price 2000..3000 pounds
auto trader polo | Volkswagen/Polo, "auto", "trader"
electric with home charger | Electric, "home", "charger"
copper polo | Volkswagen/Polo, "copper"
cherry red fiesta | #red+maroon+burgundy, Ford/Fiesta, "cherry"
golf paddle shift | Volkswagen/Golf, "paddle", "shift"
micro car | "micro"
pre reg 2024 kia | year 2024..2024, Kia, "pre", "reg"
cheap insurance fiesta | Ford/Fiesta, "cheap", "insurance"
cheap tax diesel | Diesel, "cheap", "tax"
cheap to run petrol | Petrol+Gasoline, "cheap", "run"
hyundai matrix | no Matrix
yaris cross | no Yaris Cross
citroen c4 picasso | no C4 Picasso
citroen c5 | no C5
golf sv | Volkswagen/Golf, "sv"
mercedes b class | no B-Class
mercedes b180 | Mercedes-Benz, no B-Class
slk200 | no SLK
hyundai ioniq | no Ioniq
2000 to 3000 pounds | price 2000..3000 pounds
golf 7 euro 6 | Volkswagen/Golf, "7", "euro", "6"
£20 a year tax fiesta | Ford/Fiesta, "20", "tax"
nothing newer than 2010 | year ..2010
instead of diesel petrol | -Diesel, Petrol+Gasoline
volvo s60 t4 | Volvo/S60, "t4"
golf 2.0d | Volkswagen/Golf, #2.0 l, Diesel
civic touring | Honda/Civic, "touring"
almost brand new polo | Volkswagen/Polo, "almost", "brand", "new"
the car is like new | "like", "new"
polo auto sunroof | Volkswagen/Polo, Automatic, #sunroof
cls350 | no CLS
sub £3000 cars | price ..3000 £
sub 5k hatch | price ..5000, Hatchback
£1500 mot 2026 fiesta | price 1350..1650 £, Ford/Fiesta, "mot", "2026"
fiesta 12m mot | Ford/Fiesta, "12m", "mot"
bmw 335d xdrive touring | BMW, BMW/3 Series, Diesel, #4wd+awd, Wagon
electric under £10k 200 mile range | Electric, price ..10000 £, "200", "mile", "range"
`
