/** Search texts of buyers in the United Kingdom, each with its meaning. */
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
78 plate polo | year 2028..2029, Volkswagen/Polo
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
vauxhall corsa 1.2 5dr 2016 full service history | Opel/Corsa, #1.2 l, doors Hatchback+SUV+Wagon+MPV, year 2016..2016, "full", "service", "history"
e 220 d estate 2018 amg line | Mercedes-Benz/E-Class, Diesel, Wagon, year 2018..2018, "amg", "line"
cheap runaround under a grand | by price_low_high, price ..1000, "runaround"
electric car 250 mile range under 20k not tesla | Electric, price ..20000, -Tesla, "250", "mile", "range"
toyota yaris hybrid 2016-2018 within 30 miles of leeds | Toyota/Yaris, Hybrid, year 2016..2018, within 48, "leeds"
small automatic car for elderly mum £5k to £7k | Automatic, price 5000..7000 £, "small", "elderly", "mum"
golf 1.5 evo match 19 plate white 5 door | Volkswagen/Golf, #1.5 l, year 2019..2019, #white+pearl white, doors Hatchback+SUV+Wagon+MPV, "evo", "match"
4x4 that can tow 3.5 ton | #4wd+awd, "can", "tow", "3.5", "ton"
tesla model 3 long range 2021 with autopilot | Tesla/Model 3, year 2021..2021, "long", "range", "autopilot"
fiat 500 pop 1.2 2013 £30 tax | Fiat/500, #1.2 l, year 2013..2013, "pop", "30", "tax"
merc a class a180d sport auto | Mercedes-Benz/A-Class, Mercedes-Benz/A-Class, Diesel, Automatic, "sport"
first car insurance group 1 cheap to insure | "first", "insurance", "group", "1", "cheap", "insure"
porsche macan s diesel 2016 under 70k miles | Porsche/Macan, Diesel, year 2016..2016, mileage ..112654, "s"
vw polo match 64 plate 45000 miles £6495 | Volkswagen/Polo, year 2014..2015, mileage ..72420, price 5845..7145 £, "match"
2015 ford focus zetec s or newer | year 2015..2015, Ford/Focus, year 2015.., "zetec", "s"
car with apple car play and heated seats under 12000 | #apple carplay, #heated seats, price ..12000
range rover l405 3.0 tdv6 vogue 63 plate | Land Rover/Range Rover, #3.0 l, Diesel, year 2013..2014, "l405", "vogue"
electric car seat | "electric", "seat"
ford focus 1.0 ecoboost titanium x 15 plate grey | Ford/Focus, #1.0 l, year 2015..2015, #grey+charcoal, "ecoboost", "titanium", "x"
vw golf gtd estate 2015 onwards max 80k miles | Volkswagen/Golf, Wagon, year 2015.., mileage ..128748, "gtd"
bmw 116d ed 2013 £20 road tax | BMW, BMW/1 Series, Diesel, year 2013..2013, "ed", "20", "road", "tax"
cheap automatic under £2,500 with 12 months mot | by price_low_high, Automatic, price ..2500 £, "12", "months", "mot"
not vauxhall, small petrol hatchback 2018+ | -Opel, Petrol+Gasoline, Hatchback, year 2018.., "small"
nissan qashqai n-connecta 1.2 dig t glass roof | Nissan/Qashqai, #1.2 l, "connecta", "dig", "t", "glass", "roof"
c class coupe c220d amg line premium plus 2017 | Mercedes-Benz/C-Class, Coupe, Mercedes-Benz/C-Class, Diesel, year 2017..2017, "amg", "line", "premium", "plus"
land rover discovery sport hse 2.0 td4 180 | Land Rover/Discovery Sport, #2.0 l, Diesel, "hse", "180"
citroen berlingo multispace wheelchair access | Citroën/Berlingo, "multispace", "wheelchair", "access"
vauxhall astra estate 1.6 cdti 2017 67 reg £6k | Opel/Astra, Wagon, #1.6 l, Diesel, year 2017..2017, year 2017..2018, price 5400..6600 £
cheap small car low insurance low tax first time driver | by price_low_high, "small", "low", "insurance", "tax", "first", "time", "driver"
audi q3 s line black edition 40 tfsi quattro | Audi/Q3, Petrol+Gasoline, #4wd+awd, "s", "line", "black", "edition", "40"
toyota aygo x-cite 2019 £0 deposit | no Aygo, year 2019..2019, "x", "cite", "0", "deposit"
merc e class e220d se saloon 2017 | Mercedes-Benz/E-Class, Mercedes-Benz/E-Class, Diesel, Sedan, year 2017..2017, "se"
nissan note or honda jazz auto, one owner, under 50k miles | no Note, Honda/Jazz, Automatic, mileage ..80467, "one", "owner"
something sporty for about £10k rwd manual | price 9000..11000 £, #rwd, Manual, "something", "sporty"
kia ev6 gt line s long range heat pump | Kia/EV6, "gt", "line", "s", "long", "range", "heat", "pump"
vw transporter t6 swb highline 150 dsg 6 seats kombi | Volkswagen/Transporter, Volkswagen/Transporter, Automatic, #many seats, "swb", "highline", "150", "kombi"
2014 mini countryman cooper d all4 | year 2014..2014, Mini/Countryman, "cooper", "d", "all4"
suv petrol automatic 2019 or newer max £18000 birmingham | SUV, Petrol+Gasoline, Automatic, year 2019.., price ..18000 £, "birmingham"
volkswagen golf gtd mk7.5 2018 bluemotion 184 | Volkswagen/Golf, year 2018..2018, "gtd", "mk7", "5", "bluemotion", "184"
jaguar f pace r sport 2.0d 180 awd | Jaguar/F-Pace, #2.0 l, Diesel, #4wd+awd, "r", "sport", "180"
renault captur iconic tce 130 edc 21 plate | Renault/Captur, Automatic, year 2021..2021, "iconic", "tce", "130"
fiat 500c lounge convertible red roof | Fiat/500, Convertible, "lounge", "red", "roof"
ford fiesta 1.0 ecoboost 125 mhev st-line x edition 70 plate | Ford/Fiesta, #1.0 l, Hybrid, year 2020..2021, "ecoboost", "125", "st", "line", "x", "edition"
audi a1 sport 1.4 tfsi 2013 63 plate red £30 road tax | Audi/A1, #1.4 l, Petrol+Gasoline, year 2013..2013, year 2013..2014, #red+maroon+burgundy, "sport", "30", "road", "tax"
mini one 1.5 2018 68 low mileage pepper pack | Mini, #1.5 l, year 2018..2018, by mileage_low_high, "one", "68", "pepper", "pack"
3 door golf manual petrol under 70,000 miles and £8,000 | doors Hatchback+Coupe, Volkswagen/Golf, Manual, Petrol+Gasoline, mileage ..112654, price ..8000 £
land rover freelander 2 td4 gs 2010 spares or repair | Land Rover/Freelander 2, Diesel, year 2010..2010, "gs", "spares", "repair"
nissan x trail tekna 1.6 dci 7 seater 4wd panoramic roof | Nissan/X-Trail, #1.6 l, Diesel, #many seats, #4wd+awd, #sunroof, "tekna"
hyundai tucson 1.6 crdi 48v mild hybrid n line | Hyundai/Tucson, #1.6 l, Diesel, Hybrid, "48v", "mild", "line"
bmw m135i xdrive 2020 misano blue 306bhp | BMW, BMW/1 Series, #4wd+awd, year 2020..2020, #blue+dark blue+light blue, "misano", "306bhp"
tesla model y awd lr 2022 white 20 inch wheels | Tesla/Model Y, #4wd+awd, year 2022..2022, #white+pearl white, "lr", "20", "inch"
seat ateca xcellence 1.5 tsi evo manual 69 reg | no Ateca, #1.5 l, Petrol+Gasoline, Manual, year 2019..2020, "xcellence", "evo"
cheap reliable hatchback no rust long mot | by price_low_high, Hatchback, "reliable", "long", "mot"
porsche boxster 987 2.7 manual convertible | Porsche/Boxster, #2.7 l, Manual, Convertible, "987"
jeep grand cherokee overland 3.0 crd | Jeep/Grand Cherokee, #3.0 l, Diesel, "overland"
ds3 puretech performance line 2017 | Citroën/DS3, year 2017..2017, "puretech", "performance", "line"
suv with big boot for dog under 15 grand not a nissan | SUV, price ..15000, -Nissan, "big", "boot", "dog"

`
