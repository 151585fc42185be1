/** What buyers in Nigeria type, and what they mean by it. */
export const nigeria = `
toyota camry 2010 muscle lagos | Toyota/Camry, year 2010..2010, in Lagos State, "muscle"
toyota camry big daddy | Toyota/Camry, "big", "daddy"
camry spider 2012 | Toyota/Camry, year 2012..2012, "spider"
toks camry 2008 | #used, Toyota/Camry, year 2008..2008
tokunbo toyota corolla 2009 under 4m | #used, Toyota/Corolla, year 2009..2009, price ..4000000
toyota corolla 2008 up | Toyota/Corolla, year 2008..
camry 2010 up to 2014 | Toyota/Camry, year 2010..2014
corolla 2009 upward under 4m | Toyota/Corolla, year 2009.., price ..4000000
corolla 2010 above 4m | Toyota/Corolla, year 2010..2010, price 4000000..
rav4 15m below | Toyota/RAV4, price ..15000000
foreign used lexus rx350 2010 | #used, Lexus/RX 350, year 2010..2010
foreign used toyota highlander 2013 abuja | #used, Toyota/Highlander, year 2013..2013, in FCT Abuja
nigerian used honda accord 2005 | #used, Honda/Accord, year 2005..2005
naija used corolla | #used, Toyota/Corolla
locally used mercedes benz c300 | #used, Mercedes-Benz, Mercedes-Benz/C-Class
belgium golf 4 | #used, Volkswagen/Golf, "4"
direct belgium honda crv | #used, Honda/CR-V, "direct"
brand new toyota hilux | #new, Toyota/Hilux
brand new innoson | #new, Innoson
lexus es350 2008 full option | Lexus/ES 350, year 2008..2008, "full", "option"
lexus rx 330 | Lexus/RX 330
lexus rx350 or highlander | Lexus/RX 350, Toyota/Highlander
lexus gx460 abuja | Lexus/GX 460, in FCT Abuja
lexus lx570 upgraded | Lexus/LX 570, "upgraded"
toyota venza 2010 | no Venza, year 2010..2010
toyota matrix 2005 | no Matrix, year 2005..2005
toyota sienna 2004 tokunbo | Toyota/Sienna, year 2004..2004, #used
toyota hiace bus 18 seater | Toyota/Hiace, "bus", "18", "seater"
hummer bus | Toyota/Hiace
toyota jeep under 6m | Toyota, SUV, price ..6000000
honda jeep | Honda, SUV
lexus jeep lagos | Lexus, SUV, in Lagos State
any clean jeep under 5 million | SUV, price ..5000000, "clean"
jeep wrangler | Jeep/Wrangler
g wagon 2018 | Mercedes-Benz/G-Class, year 2018..2018
g-wagon brabus | Mercedes-Benz/G-Class, "brabus"
benz glk350 | Mercedes-Benz, Mercedes-Benz/GLK
benz c300 4matic 2012 | Mercedes-Benz, Mercedes-Benz/C-Class, #4wd+awd, year 2012..2012
mercedes ml350 | Mercedes-Benz, Mercedes-Benz/ML-Class
benz gle 450 | Mercedes-Benz, Mercedes-Benz/GLE
merc e350 abuja | Mercedes-Benz, Mercedes-Benz/E-Class, in FCT Abuja
c300 2010 | Mercedes-Benz/C-Class, year 2010..2010
c180 kompressor | Mercedes-Benz/C-Class, "kompressor"
benz under 5 million naira | Mercedes-Benz, price ..5000000
bmw x6 port harcourt | BMW/X6, in Port Harcourt
bmw 328i | BMW, BMW/3 Series
range rover sport 2014 | Land Rover/Range Rover Sport, year 2014..2014
range rover autobiography | Land Rover/Range Rover, "autobiography"
range rover vogue | Land Rover/Range Rover, "vogue"
end of discussion honda accord | Honda/Accord, Honda/Accord
honda accord baby boy | Honda/Accord, Honda/Accord
honda accord evil spirit 2010 | Honda/Accord, Honda/Accord, year 2010..2010
honda pilot 2010 | Honda/Pilot, year 2010..2010
honda crv 2008 not above 4m | Honda/CR-V, year 2008..2008, price ..4000000
honda civic 2007 manual | Honda/Civic, year 2007..2007, Manual
nissan pathfinder 2005 | Nissan/Pathfinder, year 2005..2005
nissan xterra | no Xterra
infiniti fx35 2006 | Infiniti/FX35, year 2006..2006
infiniti qx56 | no QX56
acura mdx 2010 | no MDX, year 2010..2010
acura zdx | no ZDX
pontiac vibe | no Vibe
hyundai elantra 2013 | Hyundai/Elantra, year 2013..2013
hyundai ix35 | no ix35
hyundai santa fe 2012 price | Hyundai/Santa Fe, year 2012..2012
kia rio 2012 automatic | Kia/Rio, year 2012..2012, Automatic
kia sorento 7 seater | Kia/Sorento, #many seats
ford edge 2010 | Ford/Edge, year 2010..2010
ford explorer 2013 limited | Ford/Explorer, year 2013..2013, "limited"
peugeot 406 manual | Peugeot/406, Manual
peugeot 504 | no 504
peugeot 307 lagos plate | Peugeot/307, "lagos", "plate"
volkswagen golf 3 | Volkswagen/Golf, "3"
golf 4 gearbox manual | Volkswagen/Golf, Manual, "4"
passat 2006 | Volkswagen/Passat, year 2006..2006
mazda 323 | no Mazda 323
mitsubishi pajero | Mitsubishi/Pajero
innoson umu | Innoson/Umu
gac gs4 2020 | GAC/GS4, year 2020..2020
corolla le 2015 | Toyota/Corolla, year 2015..2015, "le"
corolla 2015 le ac chilling | Toyota/Corolla, year 2015..2015, #a/c: front, "le", "chilling"
corolla s 2014 reverse camera | Toyota/Corolla, year 2014..2014, #backup camera, "s"
corolla sport 2010 leather seat | Toyota/Corolla, year 2010..2010, #leather seats, "sport"
camry xle v6 2011 | Toyota/Camry, year 2011..2011, "xle", "v6"
camry thumb start | Toyota/Camry, #push button start
camry 2.5 muscle | Toyota/Camry, #2.5 l, "muscle"
muscle camry 2.4 first body | Toyota/Camry, #2.4 l, "muscle", "first", "body"
car under 1 million | price ..1000000
cars below 2m in lagos | price ..2000000, in Lagos State
cars between 2m and 3m in abuja | price 2000000..3000000, in FCT Abuja
car of 1.5m | price 1350000..1650000
3 meter corolla | price 2700000..3300000, Toyota/Corolla
2.5 million toyota | price 2250000..2750000, Toyota
n3.5m corolla | price 3150000..3850000, Toyota/Corolla
₦4,000,000 camry | price 3600000..4400000, Toyota/Camry
5m budget suv | price ..5000000, SUV
budget 3.5m | price ..3500000
cheap cars in ibadan | by price_low_high, in Ibadan
cheapest tokunbo car in lagos | by price_low_high, #used, in Lagos State
car for uber lagos | in Lagos State, "uber"
uber car under 3m | price ..3000000, "uber"
bolt car 2008 | year 2008..2008, "bolt"
fairly used car in ph | #used, in Port Harcourt, "fairly"
clean car in warri | in Warri, "clean"
cars in lekki | in Lekki
cars in ikeja below 3m | in Ikeja, price ..3000000
cars in ikorodu | in Ikorodu
benin city camry | in Benin City, Toyota/Camry
abuja car mart | in FCT Abuja, "mart"
kano toyota | in Kano State, Toyota
enugu corolla | in Enugu State, Toyota/Corolla
owerri honda | in Owerri, Honda
port harcourt tokunbo rav4 | in Port Harcourt, #used, Toyota/RAV4
rav4 2008 | Toyota/RAV4, year 2008..2008
rav4 2k8 | Toyota/RAV4, year 2008..2008
corolla 2k5 | Toyota/Corolla, year 2005..2005
corolla 03 | Toyota/Corolla, year 2003..2003
corolla 08-10 | Toyota/Corolla, year 2008..2010
camry 99 | Toyota/Camry, year 1999..1999
honda 06 | Honda, year 2006..2006
2010 model venza | year 2010..2010, no Venza
2007 model avensis | year 2007..2007, no Avensis
manual gear corolla | Manual, Toyota/Corolla
stick gear | Manual
automatic transmission honda | Automatic, Honda
not manual toyota | -Manual, Toyota
no benz | -Mercedes-Benz
lexus not rx | Lexus, -Lexus/RX 350+Lexus/RX 330+Lexus/RX 450h
camry or accord | Toyota/Camry, Honda/Accord
camry vs accord | Toyota/Camry, Honda/Accord
petrol not diesel pickup | Petrol+Gasoline, -Diesel, Pickup
hilux 4x4 diesel | Toyota/Hilux, #4wd+awd, Diesel
hilux 2.7 | Toyota/Hilux, #2.7 l
tacoma 2012 | no Tacoma, year 2012..2012
tundra | no Tundra
toyota 4runner 2010 | no 4Runner, year 2010..2010
land cruiser v8 2016 | Toyota/Land Cruiser, year 2016..2016, "v8"
prado 2010 | Toyota/Land Cruiser Prado, year 2010..2010
bulletproof land cruiser | Toyota/Land Cruiser, "bulletproof"
sunroof leather camry | #sunroof, #leather seats, Toyota/Camry
full option accord | Honda/Accord, "full", "option"
thumbstart keyless rav4 | #push button start, #keyless entry, Toyota/RAV4
black camry | #black, Toyota/Camry
white corolla tokunbo | #white+pearl white, Toyota/Corolla, #used
silver honda | #silver, Honda
ash colour corolla | #grey+charcoal, Toyota/Corolla
gold highlander | #gold+champagne, Toyota/Highlander
wine colour accord | #maroon+burgundy, Honda/Accord
low mileage tokunbo corolla | by mileage_low_high, #used, Toyota/Corolla
latest corolla | by year_high_low, Toyota/Corolla
newest tokunbo | by year_high_low, #used
4 plug camry | Toyota/Camry, "4", "plug"
v6 accord | Honda/Accord, "v6"
lagos cleared duty | "lagos", "cleared", "duty"
custom duty paid corolla | Toyota/Corolla, "custom", "duty", "paid"
ac chilling first body corolla | #a/c: front, Toyota/Corolla, "chilling", "first", "body"
buy and drive camry | Toyota/Camry, "drive"
accident free tokunbo | #used, "accident", "free"
registered camry | Toyota/Camry, "registered"
unregistered lexus | Lexus, "unregistered"
car with 7 seats | #many seats
bus for sale | Minibus
truck | Pickup
mack truck | Pickup, "mack"
mitsubishi l300 | Mitsubishi/L300
sienna bus | Toyota/Sienna, "bus"
toyota hiace hummer bus | Toyota/Hiace, Toyota/Hiace
N2-3m | price 2000000..3000000
n1.5-2m corolla | price 1500000..2000000, Toyota/Corolla
2010 model upward | year 2010..
2012 model and above corolla | year 2012.., Toyota/Corolla
2012 model upwards honda | year 2012.., Honda
never used hard camry | Toyota/Camry, "never", "used", "hard"
below #3m | price ..3000000
#2.5m corolla | price 2250000..2750000, Toyota/Corolla
3m downward | price ..3000000
2010 down | year ..2010
corolla 2010 till date | Toyota/Corolla, year 2010..
toyota corona | no Corona
within 2m to 3m | price 2000000..3000000
auto sales lagos | in Lagos State, "auto", "sales"
camry le 03 | Toyota/Camry, year 2003..2003, "le"
camry xle 07 | Toyota/Camry, year 2007..2007, "xle"
nothing above 5m | price ..5000000
benz glk not 4matic | Mercedes-Benz/GLK, -#4wd+awd
lexus but not the es | Lexus, -Lexus/ES 350+Lexus/ES 300h
n500k deposit corolla | Toyota/Corolla, "n500k", "deposit"
not less than 2m | price 2000000..
quantum bus | Toyota/Hiace
#500k | price 450000..550000
below 2000 model | year ..1999
`
