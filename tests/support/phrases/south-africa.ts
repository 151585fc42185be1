/** What buyers in South Africa type, and what they mean by it. */
export const southAfrica = `
vw polo vivo 1.4 under 120k | Volkswagen/Polo Vivo, #1.4 l, price ..120000
toyota hilux 2.8 gd6 d/cab 4x4 automatic | Toyota/Hilux, #2.8 l, Diesel, Pickup, #4wd+awd, Automatic
hilux 2.4 gd-6 single cab white | Toyota/Hilux, #2.4 l, Diesel, Pickup, #white+pearl white
ford ranger wildtrak 3.2 auto | Ford/Ranger, #3.2 l, Automatic, "wildtrak"
ranger double cab 4x2 diesel | Ford/Ranger, Pickup, #fwd+rwd, Diesel
bakkie under R150 000 | Pickup, price ..150000
bakkie for sale in pretoria | Pickup, in Pretoria
isuzu kb 250 d-teq extended cab | Isuzu, Isuzu/KB, Pickup, "d", "teq"
isuzu d-max x-rider | Isuzu/D-Max, "x", "rider"
nissan np200 with canopy | Nissan/NP200, "canopy"
np200 1.6 a/c | Nissan/NP200, #1.6 l, #a/c: front
golf 7 gti dsg | Volkswagen/Golf, Automatic, "7", "gti"
golf gti jhb | Volkswagen/Golf, in Johannesburg, "gti"
vw golf r 2018 | Volkswagen/Golf, year 2018..2018, "r"
polo tsi 2019 low mileage | Volkswagen/Polo, Petrol+Gasoline, year 2019..2019, by mileage_low_high
polo 1.2 tsi highline | Volkswagen/Polo, #1.2 l, Petrol+Gasoline, "highline"
cheap cars under R50 000 | by price_low_high, price ..50000
cheapest toyota corolla | by price_low_high, Toyota/Corolla
toyota etios 1.5 xs | no Etios, #1.5 l, "xs"
toyota quantum 14 seater | no Quantum, Minibus
toyota fortuner 2.8 gd6 4x4 | Toyota/Fortuner, #2.8 l, Diesel, #4wd+awd
fortuner 7 seater diesel auto | Toyota/Fortuner, #many seats, Diesel, Automatic
suzuki swift 1.2 gl manual | Suzuki/Swift, #1.2 l, Manual, "gl"
suzuki jimny 4x4 | Suzuki/Jimny, #4wd+awd
jimny automatic cape town | Suzuki/Jimny, Automatic, in Cape Town
kia picanto 1.0 street | Kia/Picanto, #1.0 l, "street"
kia rio not automatic | Kia/Rio, -Automatic
hyundai i20 under 150k | Hyundai/i20, price ..150000
hyundai creta 2020 or newer | Hyundai/Creta, year 2020..
haval jolion city | Haval/Jolion, "city"
haval h6 under R300k | Haval/H6, price ..300000
chery tiggo 4 pro | Chery/Tiggo 4 Pro
bmw 320i m sport white | BMW, BMW/3 Series, #white+pearl white, "m", "sport"
bmw 320d f30 under 200000 | BMW, BMW/3 Series, Diesel, price ..200000, "f30"
bmw x3 xdrive20d | BMW/X3, Diesel
bmw 1 series durban | BMW/1 Series, in Durban
merc c200 amg line | Mercedes-Benz, Mercedes-Benz/C-Class, "amg", "line"
mercedes c180 black | Mercedes-Benz, Mercedes-Benz/C-Class, #black
c class w205 auto | Mercedes-Benz/C-Class, Automatic, "w205"
audi a3 1.4 tfsi s tronic | Audi/A3, #1.4 l, Petrol+Gasoline, Automatic
audi a4 b8 | Audi/A4, "b8"
land rover defender 110 | Land Rover/Defender, "110"
range rover evoque diesel | Land Rover/Range Rover Evoque, Diesel
range rover sport hse | Land Rover/Range Rover Sport, "hse"
ford ecosport 1.0 titanium | Ford/EcoSport, #1.0 l, "titanium"
ford fiesta 1.4 ambiente | Ford/Fiesta, #1.4 l, "ambiente"
ford figo 2016 manual | Ford/Figo, year 2016..2016, Manual
mazda 3 2.0 individual | Mazda/Mazda3, #2.0 l, "individual"
mazda cx5 silver | Mazda/CX-5, #silver
mazda bt50 4x4 | Mazda/BT-50, #4wd+awd
renault kwid 2018 | Renault/Kwid, year 2018..2018
renault duster 4wd | Renault/Duster, #4wd+awd
opel corsa utility | Opel/Corsa Utility
chev utility 1.4 | Chevrolet/Utility, #1.4 l
chev spark under 80k | Chevrolet/Spark, price ..80000
honda jazz low km | Honda/Jazz, by mileage_low_high
honda crv 2.0 comfort auto | Honda/CR-V, #2.0 l, Automatic, "comfort"
mahindra pik up s/cab | Mahindra/Pik Up, Pickup
mahindra scorpio | Mahindra/Scorpio
datsun go 2017 | Datsun/Go, year 2017..2017
family car under 200k | SUV+MPV+Wagon, price ..200000
family car 7 seater automatic | SUV+MPV+Wagon, #many seats, Automatic
first car under R70k | price ..70000, "first"
student car petrol manual | Petrol+Gasoline, Manual, "student"
suv under 300k automatic petrol | SUV, price ..300000, Automatic, Petrol+Gasoline
small suv low mileage | SUV, by mileage_low_high, "small"
sedan under R100000 jhb | Sedan, price ..100000, in Johannesburg
station wagon diesel | Wagon, Diesel
minibus 16 seater | Minibus, Minibus
convertible under 250k | Convertible, price ..250000
electric car | Electric
hybrid toyota corolla cross | Hybrid, Toyota/Corolla Cross
corolla quest 1.8 | Toyota/Corolla, #1.8 l, "quest"
corolla 1.6 prestige 2010 | Toyota/Corolla, #1.6 l, year 2010..2010, "prestige"
toyota tazz | no Tazz
citi golf | no Citi Golf
vw kombi | no Kombi
vw caddy maxi | Volkswagen/Caddy, "maxi"
t5 transporter | Volkswagen/Transporter, Volkswagen/Transporter
amarok v6 double cab | Volkswagen/Amarok, Pickup, "v6"
amarok 2.0 bitdi 4motion | Volkswagen/Amarok, #2.0 l, Diesel, #4wd+awd
navara or ranger d/cab 4x4 | Nissan/Navara, Ford/Ranger, Pickup, #4wd+awd
hilux vs ranger | Toyota/Hilux, Ford/Ranger
polo vs swift vs i20 | Volkswagen/Polo, Suzuki/Swift, Hyundai/i20
polo but not vivo | Volkswagen/Polo, -Volkswagen/Polo Vivo
any car under 60k not toyota | price ..60000, -Toyota
no diesel suv | -Diesel, SUV
not white hatchback | -#white+pearl white, Hatchback
automatic hatch under 150 000 in centurion | Automatic, Hatchback, price ..150000, in Centurion
bloem bakkies | in Bloemfontein, Pickup
cars in kzn under 100k | in KwaZulu-Natal, price ..100000
gqeberha polo | in Gqeberha, Volkswagen/Polo
pe golf 5 | in Gqeberha, Volkswagen/Golf, "5"
one owner corolla full service history | Toyota/Corolla, "one", "owner", "full", "service", "history"
no accident honda jazz | Honda/Jazz
polo vivo no accidents | Volkswagen/Polo Vivo
corolla no previous accidents | Toyota/Corolla
golf no major accidents or dents | Volkswagen/Golf
hilux but with canopy | Toyota/Hilux, "canopy"
ranger double cab but in white | Ford/Ranger, Pickup, #white+pearl white
polo but with low mileage | Volkswagen/Polo, by mileage_low_high
cheap but reliable corolla | by price_low_high, Toyota/Corolla, "reliable"
accident free polo fsh | Volkswagen/Polo, "accident", "free", "fsh"
repo cars | "repo"
bank repossessed hilux | Toyota/Hilux, "bank", "repossessed"
rent to own polo | Volkswagen/Polo, "rent", "own"
r350k hilux | price 315000..385000, Toyota/Hilux
R89 900 figo | price 80910..98890, Ford/Figo
under 90k | price ..90000
between R100 000 and R150 000 automatic | price 100000..150000, Automatic
from 2015 to 2018 polo | year 2015..2018, Volkswagen/Polo
2012 to 2014 bmw 3 series | year 2012..2014, BMW/3 Series
hilux 2k15 | Toyota/Hilux, year 2015..2015
corolla 07 | Toyota/Corolla, year 2007..2007
polo 13-16 | Volkswagen/Polo, year 2013..2016
2019 fortuner 2.4 gd6 RB | year 2019..2019, Toyota/Fortuner, #2.4 l, Diesel, "rb"
hilux legend 50 | Toyota/Hilux, "legend", "50"
ranger raptor | Ford/Ranger, "raptor"
land cruiser 79 v8 s/cab | Toyota/Land Cruiser, Pickup, "79", "v8"
land cruiser 200 | Toyota/Land Cruiser, "200"
prado vx | Toyota/Land Cruiser Prado, "vx"
toyota rush 2019 | no Rush, year 2019..2019
toyota urban cruiser | no Urban Cruiser
suzuki ertiga | Suzuki/Ertiga
towbar bakkie | #tow bar, Pickup
leather seats sunroof bmw | #leather seats, #sunroof, BMW
reverse camera polo | #backup camera, Volkswagen/Polo
red swift | #red+maroon+burgundy, Suzuki/Swift
blue golf 6 | #blue+dark blue+light blue, Volkswagen/Golf, "6"
isuzu 4x4 not automatic under 250k | Isuzu, #4wd+awd, -Automatic, price ..250000
diesel 4x4 suv 7 seats | Diesel, #4wd+awd, SUV, #many seats
100 000km polo | mileage ..100000, Volkswagen/Polo
mileage under 80 000 km | mileage ..80000
less than 50k km | mileage ..50000
under 100000km and under 200k | mileage ..100000, price ..200000
2.0 tdi audi | #2.0 l, Diesel, Audi
1.6 manual | #1.6 l, Manual
auto polo 1.4 | Automatic, Volkswagen/Polo, #1.4 l
wolksvagen polo | Volkswagen, Volkswagen/Polo
hundai tucson | Hyundai, Hyundai/Tucson
mercedez benz a class | Mercedes-Benz, Mercedes-Benz/A-Class
nissan hardbody | no Hardbody
ford bantam | no Bantam
bmw 300k | BMW, price 270000..330000
bmw 200 000 km | BMW, mileage ..200000
tiggo 7 | Chery/Tiggo 7 Pro
tiggo 4 2022 | Chery/Tiggo 4 Pro, year 2022..2022
chery tiggo 8 pro max | Chery/Tiggo 8 Pro, "max"
jetour x70 | Jetour/X70 Plus
corsa bakkie | Opel/Corsa Utility, Pickup
opel corsa 1.4 bakkie | Opel/Corsa Utility, #1.4 l, Pickup
transporter kombi | Volkswagen/Transporter, "kombi"
h1 bus | Haval/H1+Hyundai/H-1, "bus"
polo R3000 per month | Volkswagen/Polo, "r3000", "per", "month"
R20 000 deposit hilux | Toyota/Hilux, "r20", "000", "deposit"
instalment under R4000 swift | Suzuki/Swift, "instalment", "under", "r4000"
swift no deposit | Suzuki/Swift
R100-150k | price 100000..150000
R100k - R150k hatch | price 100000..150000, Hatchback
newer model polo | by year_high_low, Volkswagen/Polo
isuzu kb250 | Isuzu, Isuzu/KB
kb300 d-teq | Isuzu/KB, Diesel, "teq"
polo 2015 to date | Volkswagen/Polo, year 2015..
hilux 2015-present | Toyota/Hilux, year 2015..
land cruiser 80 | Toyota/Land Cruiser, "80"
lekker bakkie | Pickup, "lekker"
new generation ranger | Ford/Ranger, "new", "generation"
new tyres polo vivo | Volkswagen/Polo Vivo, "new", "tyres"
licence disc 2027 polo | Volkswagen/Polo, "licence", "disc", "2027"
service plan until 2027 ranger | Ford/Ranger, "service", "plan", "until", "2027"
anything except polo | -Volkswagen/Polo, "anything"
2010 and newer bakkie | year 2010.., Pickup
jimny 5 door | Suzuki/Jimny, doors Hatchback+SUV+Wagon+MPV
sierra xr6 | "sierra", "xr6"
vw t6 | Volkswagen/Transporter
t6 transporter | Volkswagen/Transporter, Volkswagen/Transporter
cs35 | Changan/CS35 Plus
500k down payment ranger | Ford/Ranger, "500k", "down", "payment"
rent R800 per week | "rent", "r800", "per", "week"
monthly instalment under 4000 | "monthly", "instalment", "under", "4000"
no deposit polo under 150k | Volkswagen/Polo, price ..150000
not more than 300k | price ..300000
honda br-v 2018 | no BR-V, year 2018..2018
renault kwid under R2500 per month | Renault/Kwid, "under", "r2500", "per", "month"
disco 4 sdv6 | Land Rover/Discovery, Diesel, "4"
`
